import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger, Payment } from '#domain/payments/payment.schema.ts';
import { toDecimal } from '#domain/values/money.ts';
import { processInfo } from '#local/aws/child-process.ts';
import { draw } from '#local/chaos/chaos.ts';
import { TABLE_NAME } from '#local/environment.ts';
import { recountSettled, scanTable } from '#tests/support/checker/recount.ts';
import { long } from '#tests/support/length.ts';
import { examplePayment } from '#tests/support/records/payments.ts';
import { ensureBuilt } from '../../scripts/build-web.ts';
import { expectRow, type Takings, type Teller, takeMoney } from './support/bank.ts';
import { noteOf, writeTogether } from './support/case-writers.ts';
import { filesContaining, ssnsInClear } from './support/clear-text.ts';
import { type Acknowledged, reportAll, ssnOf, writeUntilRefused } from './support/families.ts';
import { bothMailsOf, mailsByReport } from './support/mails.ts';
import { type Product, productOn } from './support/product.ts';
import { empty, messagesIn } from './support/queue-counts.ts';
import { signIn } from './support/staff.ts';

/** TEST_LENGTH=long (or KILLS=25) is the full run. A failure is repeated with its FAULT_SEED. */
const kills = Number(process.env.KILLS || (long ? 25 : 2));
const seed = process.env.FAULT_SEED || 'sigkill';
const [reports, writers, entries] = long ? [200, 16, 120] : [24, 6, 24];
const [people, lines] = long ? [6, 8] : [4, 3];
/** How long a mail that was under way when its worker died waits before another worker takes it over. */
const leaseSeconds = '4';
const money = '/api/services/payments/';
const hangMs = 900_000;

let drawn = 0;
const chance = (): number => draw(seed, drawn++);

describe(`a product that is killed ${kills} times (seed ${seed})`, { timeout: hangMs }, () => {
  let dataDir: string;
  let product: Product;
  let acknowledged: Acknowledged[];
  let caseId: string;
  let written: string[];
  let takings: Takings;
  /** What the demo data has of its own. */
  let before: string[];
  let restarts = 0;
  const engines = new Set<number>();

  beforeAll(async () => {
    await ensureBuilt();
    dataDir = mkdtempSync(join(tmpdir(), 'stillwater-kill-'));
    product = await productOn(dataDir, {
      RATE_LIMITS: 'off',
      EFFECT_LEASE_SECONDS: leaseSeconds,
      POWERTOOLS_LOG_LEVEL: 'INFO',
    });
    await product.start();
    before = await inTable((client) => recountSettled(client, TABLE_NAME));
    const staff = await signIn(product);
    caseId = (await staff.call<{ id: string }>('POST', '/api/services/cases/', { deceased_last_name: 'Killed' })).id;
    // SES takes some mails and its answer is lost, until the first kill.
    await mailboxFaults({ dropAnswer: 2 });
    [acknowledged, written, takings] = await Promise.all([
      reportsUnderKills(),
      writeTogether(staff, caseId, people, lines),
      takeMoney(tellerOf(staff), { seed, writers: 4, entries }),
    ]);
  }, hangMs);
  afterAll(async () => {
    await product?.kill('tree');
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  });

  const inTable = async <T>(read: (client: DynamoDBClient) => Promise<T>): Promise<T> => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint: product.databaseUrl, region: 'us-east-1', credentials });
    return read(client).finally(() => client.destroy());
  };
  const mailboxFaults = (faults: object) =>
    fetch(`${product.mailboxUrl}/api/faults`, { method: 'POST', body: JSON.stringify(faults) });
  const killOnce = async (what: 'tree' | 'main'): Promise<void> => {
    const engine = product.enginePid();
    if (engine) engines.add(engine);
    await product.kill(what);
  };

  /** Kills at points of the load that the seed draws; in the long run one of three meets the product while it starts. */
  const reportsUnderKills = async (): Promise<Acknowledged[]> => {
    let reached = 0;
    let waiting: { at: number; go: () => void } | undefined;
    const whenReached = (at: number): Promise<void> =>
      reached >= at ? Promise.resolve() : new Promise((go) => (waiting = { at, go }));
    const all = reportAll(product.intakeUrl, {
      reports,
      writers,
      acknowledged: (count) => {
        reached = count;
        if (waiting && count >= waiting.at) waiting.go();
      },
    });
    for (let kill = 0; kill < kills; kill++) {
      await Promise.race([all, whenReached(Math.floor(((kill + chance()) * (reports - writers)) / kills))]);
      // The engine alone can outlive its parent: the next start has to end it.
      await killOnce(kill % 2 === 1 ? 'main' : 'tree');
      if (kill % 3 === 1 && kill + 1 < kills) {
        kill++;
        const starting = product.start();
        while (!product.enginePid()) await pause(10);
        await killOnce('tree');
        await starting;
      }
      if ((await product.start()) !== undefined) restarts++;
    }
    return all;
  };

  /** Sends each call under its key until it is answered, however often the product dies meanwhile. */
  const tellerOf = (staff: Awaited<ReturnType<typeof signIn>>): Teller => {
    const send = async (method: string, path: string, body?: object): Promise<{ status: number; text: string }> => {
      const key = randomUUID();
      for (;;) {
        const answer = await staff.send(method, path, body, key).catch(() => undefined);
        if (answer && answer.status < 500) return answer;
        await pause(50);
      }
    };
    const made = async (method: string, path: string, body: object): Promise<Payment> => {
      const { status, text } = await send(method, path, body);
      expect([200, 201], text).toContain(status);
      return JSON.parse(text) as Payment;
    };
    return {
      pay: (amount) => made('POST', money, examplePayment({ case: caseId, amount: toDecimal(amount) })),
      refund: ({ id }, amount) =>
        made('POST', `${money}${id}/refund/`, { amount: toDecimal(amount), reason: 'Too much' }),
      correct: async ({ id, version }, amount) => {
        await made('PATCH', `${money}${id}/`, { amount: toDecimal(amount), version, reason: 'Misread' });
      },
      void: async ({ id }) => {
        // A void whose answer was lost is told that it was voided already.
        const { status, text } = await send('DELETE', `${money}${id}/?reason=Twice`);
        expect([200, 409], text).toContain(status);
      },
    };
  };
  const references = () => acknowledged.map(({ reference }) => reference);

  it('R-04 has every line that was written into one case, once', async () => {
    const note = await noteOf(await signIn(product), caseId);
    expect(note?.lines.toSorted()).toEqual(written.toSorted());
    expect(note?.version).toBe(written.length);
  });

  it('R-04 loses no payment, records none twice, and leaves no receipt out', async () => {
    const staff = await signIn(product);
    const ledger = await staff.call<Ledger>('GET', `${money}by_case/?case_id=${caseId}`);
    expect(ledger.total_paid).toBe(toDecimal(takings.paid));
    expect(ledger.payments.map(({ id }) => id).sort()).toEqual(takings.written.map(({ id }) => id).sort());
    expectRow(takings.written);
  });

  const sentOnce = async (of: readonly string[]): Promise<void> => {
    const settled = async () => ({
      mails: await mailsByReport(product.mailboxUrl),
      queued: await messagesIn(product.queuesUrl, 'notify'),
    });
    await expect
      .poll(settled, { timeout: hangMs / 2, interval: 250 })
      .toEqual({ mails: bothMailsOf(of), queued: empty });
    for (const queue of ['notify-dlq', 'relay-undelivered'])
      expect(await messagesIn(product.queuesUrl, queue), queue).toEqual(empty);
  };
  const agrees = () =>
    inTable(async (client) => {
      const unsent = async () =>
        (await scanTable(client, TABLE_NAME)).filter(({ gsi1pk }) => String(gsi1pk).startsWith('OUTBOX#UNSENT#'))
          .length;
      await expect.poll(unsent, { timeout: hangMs / 2, interval: 500 }).toBe(0);
      expect(await recountSettled(client, TABLE_NAME)).toEqual(before);
    });

  it('R-04 R-20 sends each notification and each confirmation exactly once', () => sentOnce(references()));

  it('R-04 R-05 holds no half transaction: counters, tokens, statuses, audit entries and events agree', () => agrees());

  it('R-04 has every report that it acknowledged, in the list of the staff and once', async () => {
    expect(restarts).toBeGreaterThan(0);
    expect(new Set(references()).size).toBe(reports);
    const listed = await (await signIn(product)).references();
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(references()));
  });

  it('R-26 answers all that it accepted when it is asked to end under load, also while mails hang', async () => {
    const earlier = references();
    // A stop that waited for these mails would meet the limit of the test.
    await mailboxFaults({ delayMs: 2 * hangMs });
    const { outcomes, ended } = writeUntilRefused(product.intakeUrl, { from: reports, writers });
    const inFlight = async () => (await messagesIn(product.queuesUrl, 'notify')).inFlight;
    await expect.poll(() => outcomes.length, { timeout: hangMs / 2, interval: 20 }).toBeGreaterThan(writers);
    await expect.poll(inFlight, { timeout: hangMs / 2, interval: 20 }).toBeGreaterThan(0);
    const { code } = await product.stop('SIGTERM');
    await ended;
    expect(code).toBe(0);
    expect(product.enginePid()).toBeUndefined();
    const answered = outcomes.filter(({ status }) => status !== undefined);
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([201]));

    await product.start();
    const kept = [...earlier, ...answered.map(({ reference }) => reference ?? 'none')];
    await sentOnce(kept);
    await agrees();
    const listed = await (await signIn(product)).references();
    expect(listed).toEqual(expect.arrayContaining(kept));
  });

  it('leaves no engine of an earlier life behind', () => {
    const now = product.enginePid();
    const left = [...engines].filter((pid) => pid !== now && processInfo(pid)?.command.includes(dataDir));
    expect(left).toEqual([]);
  });

  it('S-13 keeps no Social Security Number in clear in any of its files or in what it printed', async () => {
    // What runs makes and removes files while they are read.
    await product.kill('tree');
    const ssns = Array.from({ length: reports }, (_, n) => ssnOf(n));
    expect(ssnsInClear(dataDir, ssns, product.output())).toEqual([]);
    // The search sees what is there.
    const [reference = 'none'] = references();
    const files = filesContaining(dataDir, reference).join('\n');
    for (const name of ['dynoxide.sqlite', 'mailbox.sqlite']) expect(files).toContain(name);
    for (const planted of ['"910-70-5000"', 'x910705000x', `:${Buffer.from('910-70-5000').toString('base64')}`])
      expect(ssnsInClear(join(dataDir, 's3'), ['910-70-5000'], planted)).toEqual(['printed: 910-70-5000']);
  });
});
