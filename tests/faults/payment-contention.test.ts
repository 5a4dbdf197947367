import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#domain/contract/endpoint.ts';
import { areas } from '#domain/contract/endpoints.ts';
import type { Ledger, Payment } from '#domain/payments/payment.schema.ts';
import { type Cents, parseMoney, toDecimal } from '#domain/values/money.ts';
import { type ChaosRates, draw, usualRates } from '#local/chaos/chaos.ts';
import { awsTiming } from '#local/chaos/stack-chaos.ts';
import { type CallOptions, type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { long } from '#tests/support/length.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { examplePayment } from '#tests/support/records/payments.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { ensureBuilt } from '../../scripts/build-web.ts';
import { slowness } from '../../scripts/machine-speed.ts';
import { type Product, productOn } from './support/product.ts';
import { signIn } from './support/staff.ts';

/** As many as the quality list asks with TEST_LENGTH=long: 64 writers and 1,600 entries on one case. */
const [writers, entries] = long ? [64, 1_600] : [16, 100];
/** Under contention every write waits for its turn, so that the short run has fewer. */
const contended = long ? entries : 20;
/**
 * One after the other so soon. In AWS each of them has an environment of its own from the first moment; here all of these
 * share one core, on which 64 first calls in one instant would wait for one another and not for their turn.
 */
const beginEveryMs = long ? 30 : 0;
const seed = process.env.FAULT_SEED || 'payment-contention';
const { payments } = areas;

const cents = (amount: string): Cents => parseMoney(amount) ?? 0;

/** What one writer does to a ledger, whoever carries it out. */
interface Teller {
  pay(amount: Cents): Promise<Payment>;
  refund(payment: Payment, amount: Cents): Promise<Payment>;
  void(payment: Payment): Promise<void>;
}

/**
 * So many entries by so many writers: each pays, gives a part back of every fourth payment, and voids every fifth of the
 * others. Answers what the case has received by what each was told, and how many events that makes.
 */
const work = async (teller: Teller, count: number): Promise<{ paid: Cents; written: Payment[]; voids: number }> => {
  let [next, paid, voids] = [0, 0, 0];
  const written: Payment[] = [];
  const write = async (writer: number): Promise<void> => {
    await pause(writer * beginEveryMs);
    while (next < count) {
      const at = next++;
      const payment = await teller.pay(1 + Math.floor(draw(seed, at) * 500_000));
      written.push(payment);
      paid += cents(payment.amount);
      if (at % 4 === 0 && next < count) {
        next++;
        const refund = await teller.refund(payment, 1 + Math.floor((cents(payment.amount) - 1) / 3));
        written.push(refund);
        paid += cents(refund.amount);
      } else if (at % 5 === 1) {
        await teller.void(payment);
        voids++;
        paid -= cents(payment.amount);
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return { paid, written, voids };
};

/** Receipt numbers stand in a row from the first on: none is left out, none given twice. */
const expectRow = (written: readonly Payment[]): void => {
  const places = written.map(({ receipt_number }) => Number(receipt_number.split('-').at(-1))).sort((a, b) => a - b);
  expect(places).toEqual(places.map((_, at) => (places[0] ?? 0) + at));
};

describe(`many who pay on one case at once (seed ${seed})`, { timeout: long ? 900_000 : 180_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  /** How long each call took until it was answered, in milliseconds. */
  let times: number[];
  /** Events from before the writers began. */
  let earlier: ReadonlySet<string>;
  afterEach(() => harness.close());
  const start = async (rates: Partial<ChaosRates>, isContended: boolean): Promise<string> => {
    harness = await startHarness({
      // As many as ask at once, as in AWS: there an environment has one request at a time.
      environments: writers,
      // Nothing that they read may be late.
      chaos: { seed, rates, ...(isContended ? { timing: { holdMs: awsTiming.holdMs } } : {}) },
    });
    tenant = await harness.addTenant('whitcomb-ames');
    if (long) await warmUp();
    earlier = new Set(await announced());
    times = [];
    return (await casesOf(harness, tenant).opened(wholeCase)).id;
  };
  /**
   * Every environment takes some payments first, on another case: those of an office at work have. Until then the code that all
   * of them run here is compiled while they wait: with two each, those of the first eighth took half as long again.
   */
  const warmUp = async (): Promise<void> => {
    times = [];
    const { pay } = tellerOf((await casesOf(harness, tenant).opened(wholeCase)).id);
    const some = async () => {
      for (let n = 0; n < 8; n++) await pay(100);
    };
    await Promise.all(Array.from({ length: writers }, some));
  };
  /** The events of payments that were announced, by name and payment. */
  const announced = async (): Promise<string[]> =>
    (await harness.items())
      .flatMap(({ events = [] }) => events as { name: string; payload: { payment_id?: string } }[])
      .map(({ name, payload }) => `${name} ${payload.payment_id}`)
      .filter((name) => name.startsWith('payment.'));
  /** As a client does that got no answer, or was told to come again: under the same key. */
  const untilAnswered = async (row: Endpoint, options: CallOptions): Promise<Result> => {
    const own = times;
    const headers = { 'idempotency-key': randomUUID() };
    const began = performance.now();
    for (;;) {
      const answer = await harness.call(row, { as: tenant.profiles.funeral_director, headers, ...options });
      if (answer.status < 500) {
        own.push(performance.now() - began);
        return answer;
      }
    }
  };
  const tellerOf = (caseId: string): Teller => ({
    pay: async (amount) => {
      const body = examplePayment({ case: caseId, amount: toDecimal(amount) });
      return succeeded(await untilAnswered(payments.record, { body })).body as Payment;
    },
    refund: async ({ id }, amount) => {
      const body = { amount: toDecimal(amount), reason: 'Too much' };
      return succeeded(await untilAnswered(payments.refund, { params: { id }, body })).body as Payment;
    },
    void: async ({ id }) => {
      const { status, text } = await untilAnswered(payments.delete, { params: { id }, query: { reason: 'Twice' } });
      // A void whose answer was lost is told that it was voided already.
      expect([200, 409], text).toContain(status);
    },
  });
  const agrees = async (caseId: string, { paid, written, voids }: Awaited<ReturnType<typeof work>>) => {
    if (harness.fault) harness.fault.calm = true;
    const as = tenant.profiles.office_staff;
    const ledger = succeeded(await harness.call(payments.byCase, { as, query: { case_id: caseId } })).body as Ledger;
    expect(ledger.total_paid).toBe(toDecimal(paid));
    expect(ledger.payments.map(({ id }) => id).sort()).toEqual(written.map(({ id }) => id).sort());
    expectRow(written);
    const events = (await announced()).filter((name) => !earlier.has(name));
    expect(new Set(events).size).toBe(events.length);
    expect(events).toHaveLength(written.length + voids);
    expect(await harness.recount()).toEqual([]);
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    console.info(
      `R-01 ${written.length} entries and ${voids} voids by ${writers}, p99 ${p99.toFixed(0)} ms, ` +
        `${JSON.stringify(harness.fault?.injected)}`,
    );
    // A figure of 64 writers on a machine that does nothing else, which is how the long run is made.
    if (long) expect(p99).toBeLessThan(2000 * slowness());
  };

  it(`R-01 R-03 ${contended} entries while items are in use: exact to the cent, one event each, receipts without gap`, async () => {
    const id = await start({ conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 }, true);
    await agrees(id, await work(tellerOf(id), contended));
    expect(harness.fault?.injected.contended).toBeGreaterThan(0);
  });

  it(`R-02 R-03 ${entries} entries under faults: exact to the cent, one event each, receipts without gap`, async () => {
    const id = await start(usualRates, false);
    await agrees(id, await work(tellerOf(id), entries));
    expect(harness.fault?.injected.lostAnswer).toBeGreaterThan(0);
  });
});

const kills = long ? 3 : 1;

describe(`a product that is killed ${kills} times while money is taken (seed ${seed})`, () => {
  let dataDir: string;
  let product: Product;
  beforeAll(async () => {
    await ensureBuilt();
    dataDir = mkdtempSync(join(tmpdir(), 'stillwater-money-'));
    product = await productOn(dataDir, { RATE_LIMITS: 'off' });
    await product.start();
  }, 900_000);
  afterAll(async () => {
    await product?.kill('tree');
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  });

  it('R-04 loses no payment, records none twice, and leaves no receipt out', {
    timeout: long ? 900_000 : 600_000,
  }, async () => {
    const staff = await signIn(product);
    const { id } = await staff.call<{ id: string }>('POST', '/api/services/cases/', { deceased_last_name: 'Haddad' });
    let answered = 0;
    /** Sent again under its key until it is answered, however often the product dies meanwhile. */
    const send = async <T>(method: string, path: string, body?: object): Promise<T | undefined> => {
      const key = randomUUID();
      for (;;) {
        const answer = await staff.send(method, path, body, key).catch(() => undefined);
        if (answer && answer.status < 500) {
          answered++;
          if (answer.status === 409) return undefined;
          if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
          return JSON.parse(answer.text) as T;
        }
        await pause(50);
      }
    };
    const path = '/api/services/payments/';
    const sure = <T>(value: T | undefined): T => {
      if (value === undefined) throw new Error('refused');
      return value;
    };
    const count = long ? entries : 60;
    const working = work(
      {
        pay: async (amount) =>
          sure(await send<Payment>('POST', path, examplePayment({ case: id, amount: toDecimal(amount) }))),
        refund: async (payment, amount) =>
          sure(
            await send<Payment>('POST', `${path}${payment.id}/refund/`, {
              amount: toDecimal(amount),
              reason: 'Too much',
            }),
          ),
        void: async (payment) => void (await send('DELETE', `${path}${payment.id}/?reason=Twice`)),
      },
      count,
    );
    for (let kill = 1; kill <= kills; kill++) {
      while (answered < (count * kill) / (kills + 1)) await pause(20);
      await product.kill('tree');
      await product.start();
    }
    const { paid, written } = await working;
    const ledger = await staff.call<Ledger>('GET', `${path}by_case/?case_id=${id}`);
    expect(ledger.total_paid).toBe(toDecimal(paid));
    expect(ledger.payments.map((one) => one.id).sort()).toEqual(written.map((one) => one.id).sort());
    expectRow(written);
  });
});
