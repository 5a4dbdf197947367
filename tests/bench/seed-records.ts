import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { publicHomeProfile } from '#functions/organizations/repository/homes.ts';
import { Table } from '#functions/platform/store/table.ts';
import { startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { assertFormat, dataDirFromEnvironment, lockDataDir, runningProduct } from '#local/data-dir.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';
import { startStack } from '#local/stack.ts';
import { importCases } from './case-import.ts';
import { importCustomers } from './customer-import.ts';

const usage = `Usage: node tests/bench/seed-records.ts [--customers NUMBER] [--cases NUMBER] [--within DAYS] [--home ADDRESS]

Adds invented customers and cases to the organization whose funeral home has this address (whitcomb-ames unless stated),
in the product that runs on DATA_DIR or, when none runs, in its data. They are spread over eight years, or over the last
DAYS. The product shows them as it comes to project them, some hundreds a second; when none runs, after its next start.`;

interface Wanted {
  customers: number;
  cases: number;
  withinMs: number | undefined;
}

const importOf = { customers: importCustomers, cases: importCases };
const kinds = ['customers', 'cases'] as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const clientOf = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });

const add = async (client: DynamoDBClient, home: string, wanted: Wanted): Promise<boolean> => {
  const card = await publicHomeProfile(new Table(client, TABLE_NAME), home).catch(() => undefined);
  if (!card) return false;
  for (const kind of kinds) {
    const count = wanted[kind];
    if (count === 0) continue;
    const began = performance.now();
    let shown = 0;
    const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    const added = await importOf[kind]({
      ...{ client, tableName: TABLE_NAME, organizationId: card.organization_id, count },
      ...{ now: new Date(), withinMs: wanted.withinMs },
      report: (written) => {
        if (written < shown + 10_000) return;
        shown = written;
        say(`  ${written} of ${count} ${kind} after ${seconds()}`);
      },
    });
    say(`${added} ${kind} added to the organization of ${card.name} in ${seconds()}.`);
  }
  return true;
};

/** Adds records to the data of a stopped product, creating it if necessary. */
const addToData = async (dataDir: string, home: string, wanted: Wanted): Promise<boolean> => {
  const withEngine = async (): Promise<boolean> => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = lockDataDir(dataDir);
    if (!lock) throw new Error(`Another command works on the data in ${dataDir}.`);
    assertFormat(dataDir);
    const engine = await startDynamoDb({ port: 0, dataDir: join(dataDir, 'database') });
    const client = clientOf(engine.url);
    try {
      return await add(client, home, wanted);
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
  const option = { type: 'string' } as const;
  const { values } = parseArgs({ options: { customers: option, cases: option, within: option, home: option } });
  const number = (text: string | undefined, most: number): number => {
    const value = Number(text ?? 0);
    if (!Number.isInteger(value) || value < 0 || value > most) throw new Error(usage);
    return value;
  };
  const [customers, cases] = [number(values.customers, 1_000_000), number(values.cases, 1_000_000)];
  const days = number(values.within, 36_500);
  if (customers + cases === 0) throw new Error(usage);
  const wanted: Wanted = { customers, cases, withinMs: days === 0 ? undefined : days * 24 * 3_600_000 };
  const home = values.home ?? 'whitcomb-ames';
  const dataDir = dataDirFromEnvironment();
  const product = runningProduct(dataDir);
  const done = product
    ? await add(clientOf(product.databaseUrl), home, wanted)
    : await addToData(dataDir, home, wanted);
  if (!done) throw new Error(`No funeral home has the address ${home}.`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
