import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SyncProgress } from '#domain/quickbooks/sync.schema.ts';
import { areas } from '#domain/shared/contract/endpoints.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { createPaymentRepository } from '#functions/payments/repository/payments.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { QuickBooks } from '#local/partners/quickbooks/quickbooks.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { keepBooks } from '#tests/support/partners/accounting.ts';
import { booksWorker } from '#tests/support/partners/books-worker.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { pastPayment } from '#tests/support/records/payments.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas.accounting;

/** 5,000 payments; a second of the test is this many seconds of the worker and QuickBooks. */
const [caseCount, paymentsEach, speed] = [500, 10, 25];
/** The worker's delay between two calls of a company. */
const apartMs = 250;

describe('first sync of thousands of payments', { timeout: 1_800_000 }, () => {
  let harness: Harness;
  let sandbox: QuickBooks;
  let tenant: Tenant;
  const began = Date.now();
  const now = () => new Date(began + (Date.now() - began) * speed);
  beforeAll(async () => {
    harness = await startHarness();
    sandbox = await harness.quickbooks();
    tenant = await harness.addTenant('first-books', 'UTC');
  });
  afterAll(() => harness.close());

  const owner = () => tenant.profiles.super_admin;
  const progress = async () =>
    succeeded(await harness.call(rows.syncProgress, { as: owner() })).body as unknown as SyncProgress;

  const history = async (): Promise<string[]> => {
    const db = {
      cases: createCaseRepository(harness.table, keysOf(tenant.id)),
      payments: createPaymentRepository(harness.table, keysOf(tenant.id)),
    };
    const receipts: string[] = [];
    for (let one = 0; one < caseCount; one++) {
      const { id } = await casesOf(harness, tenant).opened(wholeCase);
      const core = await db.cases.requireCore(id);
      const paid = Array.from({ length: paymentsEach }, (_, n) =>
        pastPayment(core, { amount_cents: 10_000 + one * 100 + n, payment_date: `2026-02-${String(n + 10)}`, n }),
      );
      receipts.push(...paid.map(({ receipt_number }) => receipt_number));
      const change = {
        ledger_entries: paid.length,
        paid_cents: paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      };
      await harness.table.transact([
        ...paid.flatMap((one) => db.payments.create(one)),
        db.cases.changeCore(core, change, harness.state.now()),
      ]);
    }
    await harness.projected();
    return receipts;
  };

  it('runs in order within QuickBooks’ limits, with progress, despite killed workers', async () => {
    const receipts = await history();
    const realm = await keepBooks(harness, tenant);
    harness.state.now = now;
    Object.assign(sandbox.limits, { perSecond: 10, perMinute: 500 });
    const { work, drained } = booksWorker(
      { ...harness, quickBooksCompanies: harness.quickBooksPaced(apartMs / speed) },
      tenant,
      now,
    );
    await drained(async () =>
      succeeded(await harness.call(rows.previewSync, { as: owner(), body: { from: '2026-01-01' } })),
    );
    const { preview } = await progress();
    expect(preview).toMatchObject({ state: 'done', records: caseCount * (paymentsEach + 1) });
    const started = succeeded(await harness.call(rows.startSync, { as: owner(), body: { preview: preview?.id } }));
    const run = { organization_id: tenant.id, run: String(started.body.id) };
    const seen: number[] = [];
    // One message at a time, as from its queue; every third twice, as if its worker died.
    for (let messages = 0; (await progress()).sending?.state !== 'done'; messages++) {
      await Promise.all([
        work('accounting.sync-wanted', run),
        ...(messages % 3 === 2 ? [work('accounting.sync-wanted', run)] : []),
      ]);
      seen.push((await progress()).sending?.records ?? 0);
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(2);
    await drained(() => work('accounting.sync-wanted', { organization_id: tenant.id, run: null }));
    expect((await progress()).sending).toMatchObject({ state: 'done', records: caseCount * (paymentsEach + 1) });
    const there = sandbox.store.entities(realm, 'Payment').map((one) => one as unknown as { PaymentRefNum: string });
    // Ids rise with creation: the oldest case first, and each ledger in order.
    expect(there.map(({ PaymentRefNum }) => PaymentRefNum)).toEqual(receipts);
    expect(sandbox.store.entities(realm, 'Customer')).toHaveLength(caseCount);
    expect(sandbox.seen.throttled).toBe(0);
  });
});
