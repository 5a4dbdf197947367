import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callsOn, countCustomers, createCustomer } from './calls.ts';
import { withFloor } from './floor.ts';
import { load, median } from './load.ts';
import { machineInfo } from './machine.ts';
import { type Checkout, type Product, prepare, withProduct } from './product.ts';

const parts = ['idle', 'items', 'calls', 'burst'] as const;

const usage = `Usage: npm run bench -- [--product FOLDER] [--customers 20000] [--cases 1000] [--creates 5000]
  [--seconds 2] [--runs 3] [--only ${parts.join(',')}] [--data FOLDER] [--port 5300] [--before FILE]

Measures a product over HTTP, as npm start runs it, and prints one table: medians of --runs runs.
idle    memory and processor while nobody asks for anything
items   items written by a call, with all that follows it
calls   create, get, page, search, case and payment from 1 and 16 clients, beside a floor in the same run: a bare server that
        does the least that the call needs of DynamoDB
burst   --creates from 16 clients: until the background is done, gets right after it, and memory

--product  another checkout of the product, whose npm packages are installed, so that the same bench measures both
--data     keeps the data, so that parts can be measured one after the other
--before   a file with an earlier table, which is printed beside this one`;

const { values: given } = parseArgs({
  options: {
    ...{ product: { type: 'string' }, customers: { type: 'string' }, cases: { type: 'string' } },
    ...{ creates: { type: 'string' }, seconds: { type: 'string' }, runs: { type: 'string' }, only: { type: 'string' } },
    ...{ data: { type: 'string' }, port: { type: 'string' }, before: { type: 'string' }, help: { type: 'boolean' } },
  },
});
const number = (text: string | undefined, otherwise: number): number => {
  const value = Number(text ?? otherwise);
  if (!Number.isInteger(value) || value < 1) throw new Error(usage);
  return value;
};
const [customers, cases] = [number(given.customers, 20_000), number(given.cases, 1_000)];
const [creates, seconds, runs] = [number(given.creates, 5_000), number(given.seconds, 2), number(given.runs, 3)];
const wanted = given.only?.split(',') ?? [...parts];
if (!wanted.every((part) => (parts as readonly string[]).includes(part))) throw new Error(usage);

const table = new Map<string, string>();
const note = (what: string, value: string): void => {
  table.set(what, value);
  process.stderr.write(`${what}: ${value}\n`);
};
const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
const pair = (values: readonly number[], show = ms): string => values.map(show).join(' · ');

const medians = async <F extends Record<string, number>>(run: () => Promise<F>): Promise<F> => {
  const all: F[] = [];
  for (let n = 0; n < runs; n++) all.push(await run());
  return Object.fromEntries(
    Object.keys(all[0] ?? {}).map((name) => [name, median(all.map((one) => one[name] ?? 0))]),
  ) as F;
};

const measureIdle = async (product: Product): Promise<void> => {
  // Startup work is over by then.
  await pause(5_000);
  const before = product.usage();
  await pause(30_000);
  const after = product.usage();
  note('memory of all processes, idle', `${after.megabytes.toFixed(0)} MB`);
  note('processor, idle', `${(((after.cpuSeconds - before.cpuSeconds) / 30) * 100).toFixed(1)} % of a core`);
};

const measureItems = async (product: Product): Promise<void> => {
  const { written } = await callsOn(product);
  for (const [name, call] of Object.entries(written)) {
    await product.untilIdle();
    const counts: number[] = [];
    // The first may find a location's day or month without items.
    for (let n = 0; n < runs + 2; n++) {
      const before = product.itemsWritten();
      await product.send(call(900_000 + n));
      await product.untilIdle();
      counts.push(product.itemsWritten() - before);
    }
    note(`items written: ${name}`, String(median(counts)));
  }
};

let next = 0;

const measureCalls = (product: Product): Promise<void> =>
  withFloor(async (floor) => {
    const { measured } = await callsOn(product);
    for (const { name, floor: below, call } of measured) {
      const of = async (clients: number) => {
        const goesOn = (_: number, milliseconds: number): boolean => milliseconds < seconds * 1000;
        const [through, beneath] = [() => product.send(call(next++)), () => floor(below, next++)];
        for (const send of [through, beneath]) await load(send, { clients, goesOn: (_, took) => took < seconds * 300 });
        return medians(async () => {
          await product.signIn();
          const bare = await load(beneath, { clients, goesOn });
          const before = product.usage().cpuSeconds;
          const { calls, ...whole } = await load(through, { clients, goesOn });
          await product.untilIdle();
          const cpuMs = ((product.usage().cpuSeconds - before) * 1000) / calls;
          return { ...whole, cpuMs, share: whole.perSecond / bare.perSecond };
        });
      };
      const both = [await of(1), await of(16)];
      const row = (what: string, values: string): void => note(`${name}, 1 · 16 clients: ${what}`, values);
      row('calls a second', pair(both.map(({ perSecond }) => perSecond)));
      row(
        'beside the floor',
        pair(
          both.map(({ share }) => share),
          (share) => share.toFixed(2),
        ),
      );
      row('p95', `${pair(both.map(({ p95 }) => p95))} ms`);
      row('processor, with all that follows', `${pair(both.map(({ cpuMs }) => cpuMs))} ms`);
      const failed = both.reduce((sum, one) => sum + one.failed, 0);
      if (failed) row('failed', String(failed));
    }
  });

const measureBurst = async (product: Product): Promise<void> => {
  const { measured } = await callsOn(product);
  const get = measured.find(({ name }) => name === 'get a customer')?.call;
  const gets = () =>
    load((n) => product.send(get?.(n) ?? createCustomer(n)), { clients: 1, goesOn: (_, took) => took < 2_000 });
  let most = 0;
  const figures = await medians(async () => {
    await product.signIn();
    await gets();
    const rested = await gets();
    const count = await countCustomers(product);
    const watch = setInterval(() => (most = Math.max(most, product.usage().megabytes)), 250);
    const burst = await load(() => product.send(createCustomer(next++)), {
      clients: 16,
      goesOn: (sent) => sent < creates,
    });
    const ended = performance.now();
    const { perSecond, p99 } = await gets();
    const sentAt = performance.now();
    const doneAfter = (sentAt - ended) / 1000 + (await product.untilIdle());
    clearInterval(watch);
    const lacking = count + creates - burst.failed - (await countCustomers(product));
    return { burst: burst.perSecond, doneAfter, right: perSecond / rested.perSecond, p99, lacking };
  });
  note(`burst of ${creates} creates: a second`, ms(figures.burst));
  note('background done after the burst', `${figures.doneAfter.toFixed(1)} s`);
  note('get right after the burst, beside rested', figures.right.toFixed(2));
  note('get right after the burst: p99', `${ms(figures.p99)} ms`);
  note('memory of all processes, under the burst at most', `${most.toFixed(0)} MB`);
  if (figures.lacking !== 0) note('customers that the list lacks after the burst', String(figures.lacking));
};

const untilProjected = async (product: Product): Promise<void> => {
  while ((await countCustomers(product)) < customers) await pause(500);
  await product.untilIdle();
};

const measures = { idle: measureIdle, items: measureItems, calls: measureCalls, burst: measureBurst };

const print = (checkout: Checkout): void => {
  const earlier = new Map(
    (given.before ? readFileSync(given.before, 'utf8') : '')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, what = '', value = '']) => [what, value]),
  );
  const columns = (what: string, value: string): string =>
    given.before ? `| ${what} | ${earlier.get(what) ?? ''} | ${value} |` : `| ${what} | ${value} |`;
  const head = given.before ? ['| What | before | after |', '|---|---:|---:|'] : ['| What | |', '|---|---:|'];
  const size = `${customers} customers, ${cases} cases; medians of ${runs} runs of ${seconds} s.`;
  const lines = [`${new Date().toISOString().slice(0, 10)}, ${machineInfo(checkout.folder)}; ${size}`, '', ...head];
  process.stdout.write(`${[...lines, ...[...table].map(([what, value]) => columns(what, value))].join('\n')}\n`);
};

if (given.help) {
  process.stdout.write(`${usage}\n`);
} else {
  const dataDir = resolve(given.data ?? mkdtempSync(join(tmpdir(), 'stillwater-bench-')));
  const folder = resolve(given.product ?? fileURLToPath(new URL('../..', import.meta.url)));
  const checkout = { folder, dataDir, port: number(given.port, 5_300) };
  try {
    // A new product has work to do that must not be measured.
    if (await prepare(checkout, customers, cases)) await withProduct(checkout, untilProjected);
    for (const part of parts) if (wanted.includes(part)) await withProduct(checkout, measures[part]);
    print(checkout);
  } finally {
    if (!given.data) rmSync(dataDir, { recursive: true, force: true });
  }
}
