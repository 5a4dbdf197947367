import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Table } from '#functions/platform/store/table.ts';
import { dataDirFromEnvironment, runningProduct } from '#local/data-dir.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';

/** Returns the table of TABLE_NAME in AWS, else that of the running local product. */
export function localDatabase(): { client: DynamoDBClient; name: string } {
  if (process.env.TABLE_NAME)
    return { client: new DynamoDBClient({ region: process.env.AWS_REGION ?? REGION }), name: process.env.TABLE_NAME };
  const product = runningProduct(dataDirFromEnvironment());
  if (!product) throw new Error('No local product is running. Run npm start, or set TABLE_NAME to use AWS.');
  const credentials = LOCAL_CREDENTIALS;
  return {
    client: new DynamoDBClient({ endpoint: product.databaseUrl, region: REGION, credentials }),
    name: TABLE_NAME,
  };
}

export function localTable(): Table {
  const { client, name } = localDatabase();
  return new Table(client, name);
}
