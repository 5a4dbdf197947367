import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { LOCAL_CREDENTIALS, REGION } from '#local/environment.ts';
import { clientOf } from './client.ts';
import { freshIn, type Order } from './floor-orders.ts';
import { floorTable, onFloorTable } from './floor-table.ts';
import { cpuSecondsOf } from './machine.ts';
import { type Figures, load, medianFigures } from './measure.ts';
import { type Operation, operationsOn, sampleOf } from './operations.ts';
import { type Population, type RunningProduct, withProduct } from './running-product.ts';

/** An operation through the product, and its floor in the same run. */
export interface Compared extends Pick<Operation, 'name' | 'goal'> {
  alone: Figures;
  together: Figures;
  floor: { alone: Figures; together: Figures };
}

const onCustomers = async ({ send }: RunningProduct, { count }: Population): Promise<Operation[]> => {
  const { ids, names } = await sampleOf(send, count);
  return operationsOn(ids, names, count);
};

const Listening = z.object({ url: z.string(), pid: z.number() });
const RECORDED = 60;

/** Records so many requests of each operation and gives them to a floor of its own process. */
const startFloor = async (product: RunningProduct, operations: readonly Operation[]) => {
  const child = fork(fileURLToPath(new URL('floor.ts', import.meta.url)), [product.databaseUrl], { stdio: 'inherit' });
  const [message] = (await once(child, 'message')) as [unknown];
  const { url, pid } = Listening.parse(message);
  const database = new DynamoDBClient({
    endpoint: product.databaseUrl,
    region: REGION,
    credentials: LOCAL_CREDENTIALS,
  });
  await floorTable(database);
  for (const { name, request, writes } of operations) {
    const requests = Array.from({ length: RECORDED }, (_, n) => request(n));
    const recordings = [];
    for (const asked of requests) recordings.push((await product.record(asked)).recording);
    const bodies = requests.map(({ params, body }) => ({ params, body }));
    const fresh = writes ? freshIn(recordings, bodies) : [];
    const order: Order = {
      operation: slug(name),
      recordings: writes ? await onFloorTable(database, recordings, fresh) : recordings,
      fresh,
    };
    const taken = once(child, 'message');
    child.send(order);
    await taken;
  }
  database.destroy();
  const client = clientOf(url);
  return {
    pid,
    get: (name: string, n: number) => client.get(`/${slug(name)}/${n}`),
    async close() {
      client.close();
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
};

const slug = (name: string): string => name.replace(/\W+/g, '-');

const seen = new Set<string>();

/** Whether it succeeded; why not, once for each reason. */
const succeeds = (sent: Promise<unknown>): Promise<boolean> =>
  sent.then(
    () => true,
    (error: unknown) => {
      const reason = String(error).slice(0, 600);
      if (!seen.has(reason)) process.stderr.write(`${reason}\n`);
      seen.add(reason);
      return false;
    },
  );

/**
 * The four operations, or others, through the whole product (front, authorizer, function, engine, and the readers of its stream)
 * and through the bare floor, by turns and repeatedly, with one client and with sixteen. `alone`: while nothing that they
 * announce is done, as the floor does none of it.
 */
export const loadOverHttp = (
  population: Population,
  { seconds, repeat, alone = false }: { seconds: number; repeat: number; alone?: boolean },
  operationsOf = onCustomers,
): Promise<Compared[]> =>
  withProduct(population, async (product) => {
    const operations = await operationsOf(product, population);
    const floor = await startFloor(product, operations);
    if (alone) await product.endBackground();
    const cpuSeconds = {
      product: product.cpuSeconds,
      floor: () => cpuSecondsOf([floor.pid, product.enginePid]),
    };
    const compared: Compared[] = [];
    try {
      // What writes comes last: the others then meet the number of customers that they are measured for.
      for (const { name, goal, request } of operations.toReversed()) {
        let sent = RECORDED;
        const through = { product: (n: number) => product.send(request(n)), floor: (n: number) => floor.get(name, n) };
        const runs = { product: { 1: [], 16: [] }, floor: { 1: [], 16: [] } } as Record<
          keyof typeof through,
          Record<1 | 16, Figures[]>
        >;
        for (let round = 0; round < repeat; round++)
          for (const concurrency of [1, 16] as const)
            for (const which of ['floor', 'product'] as const) {
              await product.waitUntilIdle();
              const from = sent;
              const figures = await load((n) => succeeds(through[which](from + n)), {
                concurrency,
                seconds,
                cpuSeconds: cpuSeconds[which],
              });
              // Also those of the warming up, with room to spare.
              sent += figures.requests * 2 + 64;
              runs[which][concurrency].push(figures);
            }
        const of = (which: keyof typeof runs) => ({
          alone: medianFigures(runs[which][1]),
          together: medianFigures(runs[which][16]),
        });
        compared.push({ name, goal, ...of('product'), floor: of('floor') });
      }
    } finally {
      await floor.close();
    }
    return compared.toReversed();
  });
