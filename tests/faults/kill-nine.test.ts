import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger, Payment } from '#domain/payments/payment.schema.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { type Item, Table } from '#functions/platform/store/table.ts';
import { processInfo } from '#local/aws/child-process.ts';
import { draw } from '#local/chaos/chaos.ts';
import { DOCUMENTS_BUCKET, TABLE_NAME } from '#local/environment.ts';
import { recountSettled, scanTable } from '#tests/support/checker/recount.ts';
import { unsentPlaces } from '#tests/support/partners/unsent-outbox.ts';
import { examplePayment } from '#tests/support/records/payments.ts';
import { long } from '#tests/support/test-length.ts';
import { ensureBuilt } from '../../scripts/build-web.ts';
import { expectRow, type Takings, type Teller, takeMoney } from './support/bank.ts';
import { noteOf, writeTogether } from './support/case-writers.ts';
import { filesContaining, ssnsInClear } from './support/clear-text.ts';
import { custodyOf, moveTogether, twoPlaces } from './support/custody-moves.ts';
import { type Acknowledged, reportAll, writeUntilRefused } from './support/families.ts';
import { importOfCases, requestsToSign, uploads } from './support/half-done.ts';
import { bothMailsOf, mailsByReport } from './support/mails.ts';
import { type Product, productOn } from './support/product.ts';
import { empty, messagesIn } from './support/queue-counts.ts';
import { signIn } from './support/staff.ts';

/** TEST_LENGTH=long (or KILLS=25) is the full run. Reproduce a failure with its FAULT_SEED. */
const kills = Number(process.env.KILLS || (long ? 25 : 2));
const seed = process.env.FAULT_SEED || 'sigkill';
const [reports, writers, entries] = [12, 6, 12];
/** How long an email in progress waits after its worker died before another worker takes over. */
const leaseSeconds = '4';
const money = '/api/services/payments/';
const hangMs = 900_000;

type Staff = Awaited<ReturnType<typeof signIn>>;
/** Writes during one kill. */
type Round = readonly [sent: Acknowledged[], lines: string[], taken: Takings, moved: number[]];

let drawn = 0;
const chance = (): number => draw(seed, drawn++);

describe(`product that is killed ${kills} times (seed ${seed})`, { timeout: hangMs }, () => {
  let dataDir: string;
  let product: Product;
  let acknowledged: Acknowledged[];
  let caseId: string;
  let written: string[];
  let takings: Takings[];
  let places: readonly string[];
  let moved: number[];
  let signing: Awaited<ReturnType<typeof requestsToSign>>;
  let uploading: ReturnType<typeof uploads>;
  let importing: Awaited<ReturnType<typeof importOfCases>>;
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
    expect(await inTable((client) => recountSettled(client, TABLE_NAME))).toEqual([]);
    const staff = await signIn(product);
    caseId = (await staff.call<{ id: string }>('POST', '/api/services/cases/', { deceased_last_name: 'Killed' })).id;
    places = await twoPlaces(staff);
    signing = await requestsToSign(product, staff);
    uploading = uploads(staff, caseId);
    importing = await importOfCases(staff, 6 * kills + 8);
    // SES accepts some emails and loses the response, until the first kill.
    await mailboxErrors({ dropAnswer: 2 });
    const rounds = await roundsUnderKills(staff);
    await importing.finish();
    acknowledged = rounds.flatMap(([sent]) => sent);
    written = rounds.flatMap(([, lines]) => lines);
    takings = rounds.map(([, , taken]) => taken);
    moved = rounds.flatMap(([, , , numbers]) => numbers);
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
  let scanned: Promise<Item[]> | undefined;
  const items = () => (scanned ??= inTable((client) => scanTable(client, TABLE_NAME)));
  const mailboxErrors = (faults: object) =>
    fetch(`${product.mailboxUrl}/api/faults`, { method: 'POST', body: JSON.stringify(faults) });
  const killOnce = async (what: 'tree' | 'main'): Promise<void> => {
    const engine = product.enginePid();
    if (engine) engines.add(engine);
    await product.kill(what);
  };

  /**
   * Kills at seeded points of the load, during a DocuSeal call, an upload and an import; in the long run every third
   * during startup.
   */
  const roundsUnderKills = async (staff: Staff): Promise<Round[]> => {
    const rounds: Promise<Round>[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const isOdd = kill % 2 === 1;
      await signing.hold(isOdd);
      const sendFile = await uploading.begin(isOdd);
      await importing.goOn();
      const point = 1 + Math.floor(chance() * (reports - writers));
      let reached = () => {};
      const atPoint = new Promise<void>((go) => (reached = go));
      const acknowledged = (count: number) => void (count >= point && reached());
      const round = Promise.all([
        reportAll(product.intakeUrl, { from: rounds.length * reports, reports, writers, acknowledged }),
        writeTogether(staff, caseId, rounds.length),
        takeMoney(tellerOf(staff), { seed: `${seed} ${kill}`, writers: 4, entries }),
        moveTogether(staff, caseId, places),
      ]);
      rounds.push(round);
      await Promise.race([round, atPoint]);
      await sendFile();
      // The engine can outlive its parent; the next start must end it.
      await killOnce(isOdd ? 'main' : 'tree');
      if (kill % 3 === 1 && kill + 1 < kills) {
        kill++;
        const starting = product.start();
        while (!product.enginePid()) await pause(10);
        await killOnce('tree');
        await starting;
      }
      if ((await product.start()) !== undefined) restarts++;
      await uploading.finish();
    }
    return Promise.all(rounds);
  };

  /** Sends each call under its key until it gets a response, through restarts. */
  const tellerOf = (staff: Staff): Teller => {
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
        // A void whose response was lost is reported as already voided.
        const { status, text } = await send('DELETE', `${money}${id}/?reason=Twice`);
        expect([200, 409], text).toContain(status);
      },
    };
  };
  const references = () => acknowledged.map(({ reference }) => reference);

  it('R-04 stores every line of one case once', async () => {
    const note = await noteOf(await signIn(product), caseId);
    expect(note?.lines.toSorted()).toEqual(written.toSorted());
    expect(note?.version).toBe(written.length);
  });

  it('R-04 loses and duplicates no payment, and skips no receipt', async () => {
    const staff = await signIn(product);
    const ledger = await staff.call<Ledger>('GET', `${money}by_case/?case_id=${caseId}&with_voided=true`);
    const entered = takings.flatMap((one) => one.written);
    expect(ledger.total_paid).toBe(toDecimal(takings.reduce((sum, { paid }) => sum + paid, 0)));
    expect(ledger.payments.map(({ id }) => id).sort()).toEqual(entered.map(({ id }) => id).sort());
    expectRow(entered);
  });

  it('R-04 keeps every acknowledged move of a body in one chain without a gap', async () => {
    const [body] = (await custodyOf(await signIn(product), caseId)).subjects;
    const entries = body?.entries ?? [];
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, at) => at + 1));
    expect(moved.toSorted((a, b) => a - b)).toEqual(entries.map(({ number }) => number));
    expect(entries.slice(1).map(({ from }) => from?.id)).toEqual(entries.slice(0, -1).map(({ to }) => to?.id));
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

  it('R-04 R-20 sends each notification and confirmation exactly once', () => sentOnce(references()));

  it('R-04 R-10 creates each DocuSeal submission once, wherever the worker died', async () => {
    const made = async () => (await signing.envelopes()).map(({ sending }) => sending);
    const envelopes = (await made()).length;
    await expect.poll(made, { timeout: hangMs / 2 }).toEqual(Array(envelopes).fill('made'));
    const known = (await signing.envelopes()).flatMap(({ submission_ids }) => submission_ids).sort();
    expect(known).toHaveLength(envelopes);
    expect(await signing.submissions()).toEqual(known);
  });

  it('R-04 stores every interrupted document intact, and no other file', async () => {
    const sent = uploading.sent.map(({ id }) => id);
    await expect.poll(uploading.kept, { timeout: hangMs / 2 }).toEqual(sent);
    const folder = join(dataDir, 's3', DOCUMENTS_BUCKET);
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const keys = files.map((name) => String(JSON.parse(readFileSync(join(folder, name), 'utf8')).key));
    const records = (await items()).filter(({ sk }) => sk === 'DOCUMENT');
    expect(keys.sort()).toEqual(records.map((one) => `clean/${one.organization_id}/${one.id}`).sort());
  });

  it('R-04 imports each line once when the import is resumed', async () => {
    expect(importing.cutOff()).toBeGreaterThan(0);
    const cases = (await items()).flatMap(({ sk, case_number }) => (sk === 'CASE' ? String(case_number) : []));
    expect(cases.filter((number) => number.startsWith('KILLED-')).sort()).toEqual(importing.numbers.toSorted());
    const entries = (await items()).filter(({ action }) => action === 'case.brought_in' || action === 'import.run');
    expect(entries).toHaveLength(importing.numbers.length + 1);
  });

  it('R-04 lists every acknowledged first call once', async () => {
    expect(restarts).toBeGreaterThan(0);
    expect(new Set(references()).size).toBe(reports * takings.length);
    const staff = await signIn(product);
    // The list follows its records.
    await expect.poll(() => staff.references(), { timeout: 120_000 }).toEqual(expect.arrayContaining(references()));
    const listed = await staff.references();
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('R-26 finishes accepted requests on shutdown under load, even if emails hang', async () => {
    const earlier = references();
    // A shutdown that waited for these emails would exceed the test's limit.
    await mailboxErrors({ delayMs: 2 * hangMs });
    const { outcomes, ended } = writeUntilRefused(product.intakeUrl, { from: acknowledged.length, writers });
    const inFlight = async () => (await messagesIn(product.queuesUrl, 'notify')).inFlight;
    await expect.poll(() => outcomes.length, { timeout: hangMs / 2, interval: 20 }).toBeGreaterThan(writers);
    await expect.poll(inFlight, { timeout: hangMs / 2, interval: 20 }).toBeGreaterThan(0);
    const { code } = await product.stop(long ? 'SIGINT' : 'SIGTERM');
    await ended;
    expect(code).toBe(0);
    expect(product.enginePid()).toBeUndefined();
    const answered = outcomes.filter(({ status }) => status !== undefined);
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([201]));

    await product.start();
    const kept = [...earlier, ...answered.map(({ reference }) => reference ?? 'none')];
    await sentOnce(kept);
    // Lists follow their records.
    const staff = await signIn(product);
    const listed = expect.poll(() => staff.references(), { timeout: hangMs / 2, interval: 250 });
    await listed.toEqual(expect.arrayContaining(kept));
  });

  it('R-04 R-05 leaves no partial transaction in any derived record', () =>
    inTable(async (client) => {
      const unsent = () => unsentPlaces(new Table(client, TABLE_NAME));
      await expect.poll(unsent, { timeout: hangMs / 2, interval: 250 }).toEqual([]);
      // A scan of a product at work can see half of a change.
      await expect.poll(() => recountSettled(client, TABLE_NAME), { timeout: 120_000 }).toEqual([]);
    }));

  it('leaves no engine of an earlier start running', () => {
    const now = product.enginePid();
    const left = [...engines].filter((pid) => pid !== now && processInfo(pid)?.command.includes(dataDir));
    expect(left).toEqual([]);
  });

  it('S-13 stores no plain SSN in any file or output', async () => {
    // A running product creates and deletes files during the search.
    await product.kill('tree');
    const ssns = acknowledged.map(({ ssn }) => ssn);
    expect(ssnsInClear(dataDir, ssns, product.output())).toEqual([]);
    // Proves that the search works.
    const [reference = 'none'] = references();
    const files = filesContaining(dataDir, reference).join('\n');
    for (const name of ['dynoxide.sqlite', 'mailbox.sqlite']) expect(files).toContain(name);
    for (const planted of ['"910-70-5000"', 'x910705000x', `:${Buffer.from('910-70-5000').toString('base64')}`])
      expect(ssnsInClear(join(dataDir, 's3'), ['910-70-5000'], planted)).toEqual(['printed: 910-70-5000']);
  });
});
