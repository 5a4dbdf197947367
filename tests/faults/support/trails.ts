import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { scanTable } from '#tests/support/recount.ts';

/** How many audit entries there are, and how many links of their hash chains. */
export const trailsIn = async (client: DynamoDBClient, tableName: string) => {
  const items = await scanTable(client, tableName);
  const count = (kind: RegExp) => items.filter(({ pk, sk }) => kind.test(`${pk} ${sk}`)).length;
  return { entries: count(/^T#[^#]+#AUDIT#/), links: count(/^T#[^#]+#CHAIN#\S+ LINK#/) };
};
