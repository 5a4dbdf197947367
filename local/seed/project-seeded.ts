import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { projectRecords } from '#functions/platform/projector/project-records.ts';
import { type RecordRef, recordsOf, refName } from '#functions/platform/store/lists/projection.ts';
import type { Table } from '#functions/platform/store/table.ts';

/**
 * Brings lists, search and totals to what was seeded, so that the first page that somebody opens is whole. Cases leave
 * copies with their customers, from which those are projected in turn; so the records are gone through twice.
 */
export const projectSeeded = async (dynamo: DynamoDBClient, table: Table): Promise<void> => {
  const refs = new Map<string, RecordRef>();
  for await (const page of paginateScan(
    { client: dynamo },
    { TableName: table.name, ProjectionExpression: 'pk, sk', ConsistentRead: true },
  ))
    for (const { pk, sk } of page.Items ?? [])
      for (const ref of recordsOf(allProjections, { pk: pk?.S ?? '', sk: sk?.S ?? '' })) refs.set(refName(ref), ref);
  for (let round = 0; round < 2; round++) await projectRecords(table, [...refs.values()]);
};
