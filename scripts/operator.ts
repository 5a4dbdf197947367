import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { AppError } from '#domain/contract/errors.ts';
import { Table } from '#functions/data/table.ts';
import { createOrganization, NewOrganization } from '#functions/organizations/create-organization.ts';
import { dataDirFromEnvironment, runningProduct } from '#local/data-dir.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';

const usage = `Usage: npm run operator -- create-organization --name NAME --home NAME --slug ADDRESS --email OWNER [--time-zone ZONE]

Creates an organization with its first funeral home, and invites its first owner by mail. Works on the product that runs on
DATA_DIR, or in AWS when TABLE_NAME names the table and the usual AWS credentials are there.`;

/** The table in AWS when TABLE_NAME says so, else that of the product that runs here. Throws in plain words. */
function tableHere(): Table {
  if (process.env.TABLE_NAME) return new Table(new DynamoDBClient({}), process.env.TABLE_NAME);
  const product = runningProduct(dataDirFromEnvironment());
  if (!product) throw new Error('No product runs here. Start it with npm start, or set TABLE_NAME to work in AWS.');
  return new Table(
    new DynamoDBClient({ endpoint: product.databaseUrl, region: REGION, credentials: LOCAL_CREDENTIALS }),
    TABLE_NAME,
  );
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      home: { type: 'string' },
      slug: { type: 'string' },
      email: { type: 'string' },
      'time-zone': { type: 'string' },
    },
  });
  if (positionals[0] !== 'create-organization') throw new Error(usage);
  const { 'time-zone': time_zone, ...rest } = values;
  const parsed = NewOrganization.safeParse({ ...rest, time_zone });
  if (!parsed.success) throw new Error(`${z.prettifyError(parsed.error)}\n\n${usage}`);
  await createOrganization(tableHere(), parsed.data, new Date());
  process.stdout.write(
    `${parsed.data.name} is there. Its owner is invited: the mail to ${parsed.data.email} is on its way.\n`,
  );
}

main().catch((error: unknown) => {
  const words = error instanceof AppError ? Object.values(error.body).flat().join('\n') : (error as Error).message;
  process.stderr.write(`${words}\n`);
  process.exitCode = 1;
});
