import { setTimeout as pause } from 'node:timers/promises';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { median, percentile } from './measure.ts';
import { newCustomer, sampleOf } from './operations.ts';
import { type Population, type RunningProduct, withProduct } from './running-product.ts';

export interface Burst {
  creates: number;
  /** Of the creates themselves. */
  seconds: number;
  /** From the last answer until the list counted them all, and until the processes had nothing more to do. */
  projectedSeconds: number;
  idleSeconds: number;
  /** Milliseconds of gets during the creates, and while the background worked. */
  gets: { during: { p50: number; p99: number }; after: { p50: number; p99: number; count: number } };
}

export interface Lag {
  writesPerSecond: number;
  sampled: number;
  /** Milliseconds from the answer of a create until a search finds its customer. */
  p50: number;
  p95: number;
}

/** One reader who gets a customer every few milliseconds until it is stopped; answers how long each took. */
const reader = ({ send }: RunningProduct, ids: readonly string[]) => {
  const took: number[] = [];
  let stopped = false;
  const run = async (): Promise<void> => {
    for (let n = 0; !stopped; n++) {
      const sent = performance.now();
      await send({ row: customerEndpoints.get, params: { id: ids[n % ids.length] ?? '' } });
      took.push(performance.now() - sent);
      await pause(5);
    }
  };
  const running = run();
  return async (): Promise<number[]> => {
    stopped = true;
    await running;
    return took;
  };
};

/** So many creates at once from sixteen clients; then how long the background has to do with them, and what readers feel. */
export const burst = (population: Population, creates: number): Promise<Burst> =>
  withProduct(population, async (product) => {
    const { ids } = await sampleOf(product.send, population.count);
    const before = await product.count();
    const run = Date.now().toString(36);
    const stopDuring = reader(product, ids);
    const began = performance.now();
    let next = 0;
    const client = async (): Promise<void> => {
      while (next < creates) await product.send({ row: customerEndpoints.create, body: newCustomer(next++, run) });
    };
    await Promise.all(Array.from({ length: 16 }, client));
    const seconds = (performance.now() - began) / 1000;
    const during = await stopDuring();
    const stopAfter = reader(product, ids);
    const projectedSeconds = (await product.waitUntilProjected(before + creates)) / 1000;
    const after = await stopAfter();
    // Without the reader, which is work as well.
    const idleMs = await product.waitUntilIdle();
    const idleSeconds = projectedSeconds + idleMs / 1000;
    const of = (took: readonly number[]) => ({ p50: median(took), p99: percentile(took, 0.99) });
    return {
      creates,
      seconds,
      projectedSeconds,
      idleSeconds,
      gets: { during: of(during), after: { ...of(after), count: after.length } },
    };
  });

const FOUND_WITHIN_MS = 60_000;
/** Few and seldom enough that looking is no load of its own. */
const SAMPLED = 10;
const LOOK_EVERY_MS = 15;

/** Creates at a steady pace, of which some are looked for until a search finds them. */
export const projectionLag = (population: Population, writesPerSecond: number, seconds: number): Promise<Lag> =>
  withProduct(population, async ({ send }) => {
    const run = Date.now().toString(36);
    const lags: number[] = [];
    const create = async (n: number): Promise<void> => {
      const body = { ...newCustomer(n, run), phone: null };
      const { id } = await send({ row: customerEndpoints.create, body });
      if (n % SAMPLED) return;
      const answered = performance.now();
      for (;;) {
        const found = (await send({
          row: customerEndpoints.search,
          query: { q: body.email },
        })) as unknown as CustomerRow[];
        const lag = performance.now() - answered;
        if (found.some((row) => row.id === id)) return void lags.push(lag);
        if (lag > FOUND_WITHIN_MS) throw new Error('A customer was not found within a minute');
        await pause(LOOK_EVERY_MS);
      }
    };
    const began = performance.now();
    const sent: Promise<void>[] = [];
    for (let n = 0; n < writesPerSecond * seconds; n++) {
      const wait = began + (n * 1000) / writesPerSecond - performance.now();
      if (wait > 0) await pause(wait);
      sent.push(create(n));
    }
    await Promise.all(sent);
    return { writesPerSecond, sampled: lags.length, p50: median(lags), p95: percentile(lags, 0.95) };
  });
