import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger, Payment } from '#domain/payments/payment.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { ReportResponse } from '#domain/reports/report.schema.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { defaultHoldMs, defaultRates } from '#local/chaos/chaos.ts';
import { figuresAsReported, figuresByHand, rawRecords } from '#tests/support/checker/raw-figures.ts';
import { type CallOptions, type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { wholeCase } from '#tests/support/records/cases.ts';
import { examplePayment } from '#tests/support/records/payments.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';
import { cents, expectRow, type Takings, type Teller, takeMoney } from './support/bank.ts';

const [writers, entries] = [16, long ? 400 : 200];
const seed = process.env.FAULT_SEED || 'bank';
const { payments, insight } = areas;

describe(`${writers} writers in one ledger (seed ${seed})`, { timeout: 600_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let caseId: string;
  let takings: Takings;

  beforeAll(async () => {
    harness = await startHarness({
      // As in AWS, one request at a time in each.
      environments: writers,
      chaos: { seed, rates: defaultRates, holdMs: defaultHoldMs },
    });
    tenant = await harness.addTenant('whitcomb-ames');
    caseId = String((await untilAnswered(areas.cases.create, { body: wholeCase })).body.id);
    takings = await takeMoney(teller, { seed, writers, entries });
    if (harness.fault) harness.fault.calm = true;
  }, 600_000);
  afterAll(() => harness?.close());

  /** Retries under the same key after no response or a 503, as a client does. */
  const untilAnswered = async (endpoint: Endpoint, options: CallOptions): Promise<Result> => {
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      const answer = await harness.call(endpoint, { as: tenant.profiles.funeral_director, headers, ...options });
      if (answer.status < 500) return answer;
    }
  };
  const teller: Teller = {
    pay: async (amount) => {
      const body = examplePayment({ case: caseId, amount: toDecimal(amount) });
      return succeeded(await untilAnswered(payments.record, { body })).body as Payment;
    },
    refund: async ({ id }, amount) => {
      const body = { amount: toDecimal(amount), reason: 'Too much' };
      return succeeded(await untilAnswered(payments.refund, { params: { id }, body })).body as Payment;
    },
    correct: async ({ id, version }, amount) => {
      const body = { amount: toDecimal(amount), version, reason: 'Misread' };
      succeeded(await untilAnswered(payments.update, { params: { id }, body }));
    },
    void: async ({ id }) => {
      const { status, text } = await untilAnswered(payments.delete, { params: { id }, query: { reason: 'Twice' } });
      // A void whose response was lost is reported as already voided.
      expect([200, 409], text).toContain(status);
    },
  };
  const asked = async (endpoint: Endpoint, query: Record<string, string>) =>
    succeeded(await harness.call(endpoint, { as: tenant.profiles.super_admin, query })).body;

  it('injected faults of every kind, and made every kind of entry', () => {
    for (const kind of ['conflict', 'throttle', 'reset', 'lostAnswer', 'contended'] as const)
      expect(harness.fault?.injected[kind], kind).toBeGreaterThan(0);
    expect(takings.written).toHaveLength(entries);
    expect(Math.min(takings.voids, takings.corrections)).toBeGreaterThan(entries / 20);
  });

  it('R-01 leave a ledger that is exact to the cent', async () => {
    const ledger = (await asked(payments.byCase, { case_id: caseId, with_voided: 'true' })) as unknown as Ledger;
    expect(ledger.total_paid).toBe(toDecimal(takings.paid));
    expect(ledger.payments.map(({ id }) => id).sort()).toEqual(takings.written.map(({ id }) => id).sort());
    const counted = ledger.payments.filter(({ status }) => status === 'recorded');
    expect(counted).toHaveLength(entries - takings.voids);
    expect(counted.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(takings.paid);
  });

  it('R-03 leave receipts without a gap', () => expectRow(takings.written));

  it('R-01 publish each entry, correction and void once', async () => {
    const events = (await harness.items())
      .flatMap(({ events: some = [] }) => some as { name: string; payload: { payment_id?: string } }[])
      .filter(({ name }) => name.startsWith('payment.'));
    const counts = new Map<string, number>();
    for (const { name } of events) counts.set(name, (counts.get(name) ?? 0) + 1);
    const refunds = takings.written.filter(({ amount }) => cents(amount) < 0).length;
    expect(Object.fromEntries(counts)).toEqual({
      ...{ 'payment.recorded': entries - refunds, 'payment.refunded': refunds },
      ...{ 'payment.corrected': takings.corrections, 'payment.voided': takings.voids },
    });
    expect(new Set(events.map(({ name, payload }) => `${name} ${payload.payment_id}`)).size).toBe(events.length);
  });

  it('R-02 R-05 leave figures and lists that match the records', async () => {
    expect(await harness.recount()).toEqual([]);
    const days = { from: '2000-01-01', to: '2100-12-31' };
    const [work, money] = [await asked(insight.analytics, days), await asked(insight.financials, days)];
    const reported = figuresAsReported(work as unknown as ReportResponse, money as unknown as ReportResponse);
    expect(reported.net).toBe(takings.paid);
    expect(reported).toEqual(figuresByHand(rawRecords(await harness.items(), tenant.id), days, 'America/New_York'));
  });
});
