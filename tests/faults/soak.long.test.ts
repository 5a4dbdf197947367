import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queues as queueTable } from '#infra/queues.ts';
import { draw } from '#local/chaos/chaos.ts';
import { callsOn } from '#tests/bench/calls.ts';
import type { Call } from '#tests/bench/client.ts';
import { usageOf } from '#tests/bench/machine.ts';
import { ensureBuilt } from '../../scripts/build-web.ts';
import { reportBody } from './support/families.ts';
import { type Product, productOn } from './support/product.ts';
import { messagesIn } from './support/queue-counts.ts';
import { recounted, sturdyOwner, untilAnswered } from './support/sturdy-client.ts';

/** An hour of everything: SOAK_MINUTES=60 SOAK_KILLS=25 SOAK_RATE=50. */
const [minutes, kills, rate] = [
  Number(process.env.SOAK_MINUTES || 3),
  Number(process.env.SOAK_KILLS || 2),
  Number(process.env.SOAK_RATE || 10),
];
const seconds = minutes * 60;
const lists = {
  submissions: '/api/forms/submissions/',
  customers: '/api/customers/customers/',
  cases: '/api/services/cases/',
  payments: '/api/services/payments/',
};
type List = keyof typeof lists;
type Owner = Awaited<ReturnType<typeof sturdyOwner>>;
interface Mixed {
  send: (n: number) => Promise<{ tries: number }>;
  adds?: List;
}

const get = (path: string): Call => ({ method: 'GET', path });

const counted = async ({ send }: Owner): Promise<Record<List, number>> => {
  const counts: Record<string, number> = {};
  for (const [name, path] of Object.entries(lists)) counts[name] = Number((await send(get(path))).count);
  return counts as Record<List, number>;
};

/** Returns typical calls of an office and families, with all workers behind their events. */
const mixOf = async (owner: Owner, { intakeUrl }: Product): Promise<Mixed[]> => {
  const { measured, written } = await callsOn(owner);
  const as = (call: (n: number) => Call, adds?: List): Mixed => ({ send: (n) => owner.call(call(n)), adds });
  const headers = { 'content-type': 'application/json' };
  const report = async (n: number, key: string): Promise<{ status: number; text: string }> => {
    const init = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body: reportBody(n % 5_000) };
    const answer = await fetch(`${intakeUrl}/api/forms/public/submit/`, init);
    return { status: answer.status, text: await answer.text() };
  };
  const reads = measured.filter(({ call }) => call(0).method === 'GET').map(({ call }) => as(call));
  return [
    { send: (n) => untilAnswered((key) => report(n, key)), adds: 'submissions' },
    as(written['create a customer'], 'customers'),
    as(written['open a draft case'], 'cases'),
    as(written['record a payment'], 'payments'),
    as(written['save a section']),
    ...reads,
    ...reads,
    ...[lists.submissions, '/api/services/dashboard/', '/api/services/cases/queue/'].map((path) => as(() => get(path))),
  ];
};

/** Kills and restarts the product this often in the second half of its time. */
const killing = async (product: Product): Promise<void> => {
  await pause((seconds / 2) * 1000);
  for (let kill = 0; kill < kills; kill++) {
    await pause((seconds / 2 / (kills + 1)) * (0.5 + draw('soak', kill)) * 1000);
    await product.kill(draw('what', kill) < 0.7 ? 'tree' : 'main');
    await product.start();
  }
};

const queues = Object.keys(queueTable).flatMap((name) => [name, `${name}-dlq`]);
const heldIn = async ({ queuesUrl }: Product): Promise<number> => {
  const held = await Promise.all(queues.map((name) => messagesIn(queuesUrl, name)));
  return held.reduce((sum, { waiting, inFlight }) => sum + waiting + inFlight, 0);
};

describe(`${minutes} minutes of constant load with ${kills} kills in the second half`, {
  timeout: 2 * seconds * 1000 + 900_000,
}, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-soak-'));
  let product: Product;
  let owner: Owner;
  let [before, after, added]: Record<List, number>[] = [];
  let [found, foundBefore]: string[][] = [];
  const refused: string[] = [];

  beforeAll(
    async () => {
      await ensureBuilt();
      product = await productOn(dataDir, { RATE_LIMITS: 'off' });
      await product.start();
      owner = await sturdyOwner(product);
      foundBefore = await recounted(product);
      before = await counted(owner);
      const mix = await mixOf(owner, product);
      added = { submissions: 0, customers: 0, cases: 0, payments: 0 };
      const acknowledged = added;
      let took: number[] = [];
      const one = async (n: number): Promise<void> => {
        const began = performance.now();
        const { send, adds } = mix[n % mix.length] as Mixed;
        await send(n).then(
          () => void (adds && acknowledged[adds]++),
          (error: unknown) => void refused.push(String(error)),
        );
        took.push(performance.now() - began);
      };
      const report = setInterval(() => {
        const at = (share: number): string =>
          (took.toSorted((a, b) => a - b)[Math.floor(took.length * share)] ?? 0).toFixed(0);
        const megabytes = product.pid() ? usageOf(product.pid() as number).megabytes.toFixed(0) : '?';
        process.stdout.write(`${took.length} calls: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${megabytes} MB\n`);
        took = [];
      }, 60_000);
      const killed = killing(product);
      const sent: Promise<void>[] = [];
      const began = performance.now();
      for (let n = 0; n < seconds * rate; n++) {
        await pause(Math.max(0, began + (n * 1000) / rate - performance.now()));
        sent.push(one(n));
      }
      await Promise.all([...sent, killed]);
      clearInterval(report);
      found = await recounted(product);
      after = await counted(owner);
    },
    2 * seconds * 1000 + 600_000,
  );
  afterAll(async () => {
    owner?.close();
    await product?.kill('tree');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('responds to every call', () => {
    expect(refused).toEqual([]);
  });

  it.each(Object.keys(lists) as List[])('R-04 counts each acknowledged record of %s once', (list) => {
    expect((after?.[list] ?? 0) - (before?.[list] ?? 0)).toBe(added?.[list]);
  });

  it('R-25 leaves a consistent table after hours of load', () => {
    expect(found).toEqual(foundBefore);
  });

  it('R-25 leaves nothing in the queues after hours of load', async () => {
    await expect.poll(() => heldIn(product), { timeout: 120_000, interval: 500 }).toBe(0);
  });
});
