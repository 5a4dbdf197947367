import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { homeCard } from '#functions/records/homes.ts';
import { Table } from '#functions/store/table.ts';
import { startDynamoDb } from '../aws/dynamodb.ts';
import { assertFormat, dataDirFromEnvironment, lockDataDir, runningProduct } from '../data-dir.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '../environment.ts';
import { startStack } from '../stack.ts';
import { importCustomers } from './customer-import.ts';

const usage = `Usage: npm run seed -- --customers NUMBER [--home ADDRESS]

Adds invented customers to the organization whose funeral home has this address (whitcomb-ames unless stated), in the
product that runs on DATA_DIR or, when none runs, in its data.`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const clientOf = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });

/** The engine's file, when the engine is dynoxide: its ARNs say so. */
const dynoxideFile = async (client: DynamoDBClient, dataDir: string): Promise<string | undefined> => {
  const { Table: table } = await client.send(new DescribeTableCommand({ TableName: TABLE_NAME }));
  return table?.TableArn?.includes(':dynoxide:') ? join(dataDir, 'database', 'dynoxide.sqlite') : undefined;
};

/** Adds them to the data in this folder, through its engine. Answers false where there is no such home. */
const add = async (client: DynamoDBClient, dataDir: string, home: string, count: number): Promise<boolean> => {
  const card = await homeCard(new Table(client, TABLE_NAME), home).catch(() => undefined);
  if (!card) return false;
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const added = await importCustomers({
    client,
    tableName: TABLE_NAME,
    organizationId: card.organization_id,
    count,
    now: new Date(),
    databasePath: await dynoxideFile(client, dataDir),
    report: (written) => {
      if (written % 10_000 < 2000) say(`  ${written} of ${count} after ${seconds()}`);
    },
  });
  say(`${added} customers added to the organization of ${card.name} in ${seconds()}.`);
  return true;
};

/** Works on the data of a product that does not run: makes it first where there is none. */
const addToData = async (dataDir: string, home: string, count: number): Promise<boolean> => {
  const withEngine = async (): Promise<boolean> => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = lockDataDir(dataDir);
    if (!lock) throw new Error(`Another command works on the data in ${dataDir}.`);
    assertFormat(dataDir);
    const engine = await startDynamoDb({ port: 0, dataDir: join(dataDir, 'database') });
    const client = clientOf(engine.url);
    try {
      return await add(client, dataDir, home, count);
    } finally {
      client.destroy();
      await engine.close();
      lock.release();
    }
  };
  if (await withEngine()) return true;
  say('There is no data yet: the demonstration is made first.');
  await (await startStack({ dataDir, ports: 'random' })).close();
  return withEngine();
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { customers: { type: 'string' }, home: { type: 'string' } } });
  const count = Number(values.customers);
  if (!Number.isInteger(count) || count < 1 || count > 1_000_000) throw new Error(usage);
  const home = values.home ?? 'whitcomb-ames';
  const dataDir = dataDirFromEnvironment();
  const product = runningProduct(dataDir);
  const done = product
    ? await add(clientOf(product.databaseUrl), dataDir, home, count)
    : await addToData(dataDir, home, count);
  if (!done) throw new Error(`No funeral home has the address ${home}.`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
