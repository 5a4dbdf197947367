import { setTimeout as pause } from 'node:timers/promises';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Client } from './client.ts';
import { percentile } from './measure.ts';
import { operationsOn, type Request, sampleOf } from './operations.ts';

export interface Minute {
  sent: number;
  failed: number;
  /** Milliseconds from when each was due, so that a queue of them shows. */
  p50: number;
  p95: number;
  p99: number;
}

export interface Steady {
  /** Requests a second at the beginning and at the end. */
  from: number;
  to: number;
  seconds: number;
  /** Of each minute, as soon as all of its requests are answered. */
  onMinute?: (minute: Minute, n: number) => void;
}

/** Of ten calls one creates, two page, two search and five get: about what a day in an office asks. */
const mix = [0, 1, 1, 2, 2, 3, 3, 3, 3, 3];
const names = ['create customer', 'list, any page of 20', 'search, 20 rows', 'get customer'];

/** The calls of a steady load, on customers who are there. */
export const mixedCalls = async ({ send }: Pick<Client, 'send'>): Promise<(n: number) => Request> => {
  const { count } = await send({ row: customerEndpoints.list, query: { page: '1', page_size: '10' } });
  const { ids, names: lastNames } = await sampleOf(send, Number(count));
  const operations = operationsOn(ids, lastNames, Number(count));
  const ordered = names.map((wanted) => operations.find(({ name }) => name === wanted));
  return (n) => {
    const operation = ordered[mix[n % mix.length] ?? 0];
    if (!operation) throw new Error('There is no such operation');
    return operation.request(n);
  };
};

/** Sends at a pace of its own, whether or not the ones before are answered, and tells each minute. */
export const steadyLoad = async (
  send: (n: number) => Promise<unknown>,
  { from, to, seconds, onMinute = () => {} }: Steady,
): Promise<Minute> => {
  const all: { took: number; failed: boolean }[] = [];
  const of = (some: typeof all): Minute => {
    const took = some.map((one) => one.took);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(took, share)) as [number, number, number];
    return { sent: some.length, failed: some.filter(({ failed }) => failed).length, p50, p95, p99 };
  };
  const began = performance.now();
  let due = began;
  let minute = 0;
  let sent: Promise<void>[] = [];
  let told = 0;
  const tell = async (): Promise<void> => {
    await Promise.all(sent);
    sent = [];
    onMinute(of(all.slice(told)), ++minute);
    told = all.length;
  };
  for (let n = 0; due - began < seconds * 1000; n++) {
    const wait = due - performance.now();
    if (wait > 1) await pause(wait);
    const meant = due;
    sent.push(
      send(n).then(
        () => void all.push({ took: performance.now() - meant, failed: false }),
        () => void all.push({ took: performance.now() - meant, failed: true }),
      ),
    );
    const rate = from + ((to - from) * (due - began)) / (seconds * 1000);
    due += 1000 / rate;
    if (due - began >= (minute + 1) * 60_000) await tell();
  }
  if (sent.length > 0) await tell();
  return of(all);
};
