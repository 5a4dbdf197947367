import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Endpoint } from '#domain/contract/endpoint.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { homeCard } from '#functions/records/organizations/homes.ts';
import { Table } from '#functions/store/table.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';
import { importCases, importPayments } from '#local/seed/case-import.ts';
import { importCustomers } from '#local/seed/customer-import.ts';
import { type Body, clientOf, signIn } from './client.ts';
import { cpuSecondsOf } from './machine.ts';
import type { Request } from './operations.ts';
import { type Recording, recordHeader } from './recording.ts';

const Started = z.object({
  staffUrl: z.string(),
  userPoolUrl: z.string(),
  userPoolClientId: z.string(),
  databaseUrl: z.string(),
  enginePid: z.number(),
  pid: z.number(),
});

export interface Population {
  count: number;
  /** Customers unless it is said. */
  of?: 'customers' | 'cases';
  /** All of them created in this time before now; eight years unless it is given. */
  withinMs?: number;
  /** The part of all names that people of cases have. */
  nameShare?: number;
  /** Of each case; none unless it is given. */
  payments?: number;
}

export interface RunningProduct {
  databaseUrl: string;
  pid: number;
  enginePid: number;
  send: (request: Request) => Promise<Body>;
  /** The answer, and what the request asked of DynamoDB. */
  record: (request: Request) => Promise<{ answer: Body; recording: Recording }>;
  /** Records of the population's kind that the product's list counts. */
  count: () => Promise<number>;
  /** Resolves when its list counts so many; answers the milliseconds that it took. */
  waitUntilProjected: (count: number) => Promise<number>;
  /** Resolves when its processes have had nothing to do for a second; answers the milliseconds until then. */
  waitUntilIdle: () => Promise<number>;
  /** Ends what runs behind the calls: on one machine it takes from them what it has for itself in AWS. */
  endBackground: () => Promise<void>;
  origin: string;
  /** Signs in again, since a token lasts some minutes, and answers the new one. */
  renew: () => Promise<string>;
  /** Of all its processes. */
  cpuSeconds: () => number;
}

const lists = { customers: customerEndpoints.list, cases: caseEndpoints.list };
const imports = { customers: importCustomers, cases: importCases };
const PROJECTED_WITHIN_MS = 300_000;

const recorderOf = (child: ChildProcess) => {
  const waiting = new Map<string, (recording: Recording) => void>();
  let names = 0;
  child.on('message', (message) => {
    const { name, waves } = message as { name?: string; waves?: Recording };
    if (name !== undefined && waves) waiting.get(name)?.(waves);
  });
  return (): { name: string; recording: Promise<Recording> } => {
    const { promise, resolve } = Promise.withResolvers<Recording>();
    const name = String(++names);
    waiting.set(name, resolve);
    return { name, recording: promise };
  };
};

const productOf = (
  started: z.output<typeof Started>,
  { send }: ReturnType<typeof clientOf>,
  recorder: ReturnType<typeof recorderOf>,
  list: Endpoint,
): Omit<RunningProduct, 'renew' | 'origin' | 'endBackground'> => {
  const cpuSeconds = () => cpuSecondsOf([started.pid, started.enginePid]);
  const count = async () => Number((await send({ row: list, query: { page: '1', page_size: '10' } })).count);
  return {
    ...{ databaseUrl: started.databaseUrl, pid: started.pid, enginePid: started.enginePid, send, cpuSeconds, count },
    async record(request) {
      const { name, recording } = recorder();
      const answer = await send(request, { [recordHeader]: name });
      return { answer, recording: await recording };
    },
    async waitUntilProjected(wanted) {
      const began = performance.now();
      for (let found = await count(); found !== wanted; found = await count()) {
        if (performance.now() - began > PROJECTED_WITHIN_MS)
          throw new Error(`The list counts ${found} and not ${wanted}`);
        await pause(100);
      }
      return performance.now() - began;
    },
    async waitUntilIdle() {
      const began = performance.now();
      let [quietSince, used] = [began, cpuSeconds()];
      while (performance.now() - quietSince < 1000) {
        await pause(100);
        const now = cpuSeconds();
        // More than one of the ten ticks of this time.
        if (now - used > 0.015) quietSince = performance.now();
        used = now;
      }
      return quietSince - began;
    },
  };
};

/** The product in a process of its own, with so many customers; what it still has to do with them is done. */
export const withProduct = async <T>(
  population: Population,
  work: (product: RunningProduct) => Promise<T>,
): Promise<T> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-bench-'));
  const child = fork(fileURLToPath(new URL('product.ts', import.meta.url)), [dataDir], { stdio: 'inherit' });
  try {
    const [message] = (await once(child, 'message')) as [unknown];
    const started = Started.parse(message);
    let token = '';
    const renew = async (): Promise<string> => {
      token = await signIn(started.userPoolUrl, started.userPoolClientId);
      return token;
    };
    await renew();
    const client = clientOf(started.staffUrl, () => token);
    const product = {
      ...productOf(started, client, recorderOf(child), lists[population.of ?? 'customers']),
      ...{ origin: started.staffUrl, renew },
      async endBackground() {
        const ended = once(child, 'message');
        child.send('end background');
        await ended;
      },
    };
    try {
      // The demonstration's own records are projected first.
      await product.waitUntilIdle();
      const before = await product.count();
      await addRecords(started.databaseUrl, dataDir, population);
      await product.waitUntilProjected(before + population.count);
      await product.waitUntilIdle();
      return await work(product);
    } finally {
      client.close();
    }
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
};

async function addRecords(
  endpoint: string,
  dataDir: string,
  { of = 'customers', count, withinMs, nameShare, payments }: Population,
): Promise<void> {
  if (count === 0) return;
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });
  const card = await homeCard(new Table(client, TABLE_NAME), 'whitcomb-ames');
  const databasePath = join(dataDir, 'database', 'dynoxide.sqlite');
  const job = {
    ...{ client, tableName: TABLE_NAME, organizationId: card?.organization_id ?? '', count },
    ...{ now: new Date(), databasePath, withinMs, nameShare, payments },
  };
  await imports[of](job);
  if (payments) await importPayments(job);
  client.destroy();
}
