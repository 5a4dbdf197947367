import { beforeEach, describe, expect, it } from 'vitest';
import type { SyncProgress, SyncRun } from '#domain/quickbooks/sync.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { Faults } from '#local/partners/quickbooks/oauth.ts';
import type { Harness } from '#tests/support/harness.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { connectQuickBooks, keepBooks } from '#tests/support/partners/quickbooks.ts';
import { quickBooksWorker } from '#tests/support/partners/quickbooks-worker.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { exampleFees, finalizeStatement } from '#tests/support/records/price-lists.ts';
import { conflict, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';

const rows = areas.accounting;

const harness = await openHarness();
const sandbox = await harness.quickbooks();

describe('first sync', { timeout: 60_000 }, () => {
  let tenant: Tenant;
  let realm: string;
  let n = 0;
  let shiftMs = 0;
  const now = () => new Date(Date.now() + shiftMs);
  const today = todayIn('UTC', new Date());
  const [lately, longAgo] = [addDays(today, -10), addDays(today, -90)];
  harness.state.now = now;
  beforeEach(async () => {
    Object.assign(sandbox.faults, Faults.parse({}));
    shiftMs = 0;
    tenant = await harness.addTenant(`first-${n++}`, 'UTC');
  });

  const owner = () => tenant.profiles.super_admin;
  const call = (row: (typeof rows)[keyof typeof rows], options: object = {}) =>
    harness.call(row, { as: owner(), ...options });
  const progress = async () => succeeded(await call(rows.syncProgress)).body as unknown as SyncProgress;
  const opened = async () => (await casesOf(harness, tenant).opened({ ...wholeCase, ...exampleFees() })).id;
  const paid = (caseId: string, payment_date: string, amount: string) =>
    recordPayment(harness, tenant, caseId, { payment_date, amount });
  const books = () => quickBooksWorker(harness, tenant, now);
  const previewed = async (from: string): Promise<SyncRun> => {
    await books().drained(async () => succeeded(await call(rows.previewSync, { body: { from } })));
    return (await progress()).preview as SyncRun;
  };
  const started = async ({ id }: SyncRun) => succeeded(await call(rows.startSync, { body: { preview: id } }));
  const of = (run: SyncRun | null) => Object.fromEntries((run?.kinds ?? []).map((one) => [one.kind, one]));
  const totals = (type: 'Invoice' | 'Payment' | 'Purchase') =>
    sandbox.store.entities(realm, type).map((one) => (one as unknown as { TotalAmt: number }).TotalAmt);

  /** A Statement without a payment, an old payment, and a recent one that was also entered by hand. */
  const history = async () => {
    const [stated, old, twin] = [await opened(), await opened(), await opened()];
    await finalizeStatement(harness, tenant, stated);
    await paid(old, longAgo, '80.00');
    await paid(old, lately, '20.00');
    await paid(twin, lately, '55.00');
    await harness.projected();
    realm = await keepBooks(harness, tenant);
    const company = await harness.quickBooksCompanies.of(tenant.id);
    const customer = await company?.create('Customer', { DisplayName: 'Manual', Notes: '' }, `c-${realm}`);
    const body = { CustomerRef: { value: customer?.Id ?? '' }, TotalAmt: 55, TxnDate: lately, Line: [] };
    await company?.create('Payment', body as never, `p-${realm}`);
    return { stated, old, twin };
  };

  it('previews postings and warnings, sends nothing before the start, then everything', async () => {
    const { old, twin } = await history();
    const shown = await previewed(lately);
    expect(shown).toMatchObject({ state: 'done', mode: 'preview', cases: 3, records: 6, is_compared: true });
    expect(of(shown)).toMatchObject({
      customer: { wanted: 3, there: 0 },
      invoice: { wanted: 1, amount: '375.00', there: 0 },
      payment: { wanted: 2, amount: '75.00', there: 0 },
      money_back: { wanted: 0 },
    });
    expect(shown.attention.map(({ case_id, kind }) => [case_id, kind])).toEqual([
      [old, 'no_statement'],
      [twin, 'perhaps_there'],
      [twin, 'no_statement'],
    ]);
    expect([totals('Invoice'), totals('Payment')]).toEqual([[], [55]]);

    await books().drained(() => started(shown));
    expect([totals('Invoice'), totals('Payment')]).toEqual([[375], [55, 20, 55]]);
    const { sending, start_date } = await progress();
    expect(start_date).toBe(lately);
    expect(sending).toMatchObject({ state: 'done', mode: 'send', records: 6, of_records: 6 });
    expect(of(sending)).toMatchObject({ payment: { there: 2, there_amount: '75.00' }, invoice: { there: 1 } });
    // An earlier day adds only what is missing; a later one was sent already.
    expect(of(await previewed(longAgo)).payment).toMatchObject({ wanted: 3, there: 2, there_amount: '75.00' });
    expect((await call(rows.previewSync, { body: { from: today } })).body).toEqual({
      from: ['Transactions since this date were already sent. Choose an earlier date.'],
    });
    expect((await call(rows.startSync, { body: { preview: shown.id } })).status).toBe(409);
  });

  /** The date in `days` days. */
  const inDays = (days: number): string => {
    shiftMs = days * 24 * 3600_000;
    return addDays(today, days);
  };
  it.each([
    ['dated ahead', async (id: string) => void (await paid(id, addDays(today, 16), '60.00')), 21],
    [
      'with a corrected day',
      async (id: string) => {
        const params = { id: (await paid(id, today, '60.00')).id };
        const body = { payment_date: inDays(60), reason: 'It came later' };
        succeeded(await harness.call(areas.payments.update, { as: owner(), params, body }));
      },
      65,
    ],
    [
      'with a later Statement',
      async (id: string) => {
        const cases = casesOf(harness, tenant);
        const { version } = await cases.get(id);
        succeeded(await cases.patch(id, { date_of_statement: addDays(today, 60), version }));
        await finalizeStatement(harness, tenant, id);
      },
      65,
    ],
  ])('finds entries %s in cases unchanged since', async (_, happens, days) => {
    const id = await opened();
    await happens(id);
    // Nothing of this case has a later date.
    await paid(await opened(), lately, '15.00');
    await harness.projected();
    inDays(days);
    realm = await keepBooks(harness, tenant);
    const shown = await previewed(addDays(today, days - 9));
    expect(shown).toMatchObject({ state: 'done', cases: 1, records: 2 });
    await books().drained(() => started(shown));
    expect((await progress()).sending).toMatchObject({ state: 'done', cases: 1, records: 2, of_records: 2 });
    expect([...totals('Invoice'), ...totals('Payment')]).toHaveLength(1);
  });

  it('finds Statements without payments after accounts are chosen without a first sync', async () => {
    const stated = await opened();
    await finalizeStatement(harness, tenant, stated);
    await harness.projected();
    await books().drained(async () => {
      realm = await keepBooks(harness, tenant);
    });
    expect(totals('Invoice')).toEqual([375]);
  });

  it('previews without comparison in an outage, and continues sending afterwards', async () => {
    await history();
    sandbox.faults.status = 503;
    const shown = await previewed(longAgo);
    expect(shown).toMatchObject({ state: 'done', is_compared: false, records: 7 });
    await expect(books().drained(() => started(shown))).rejects.toThrow();
    expect((await progress()).sending).toMatchObject({ state: 'running', records: 0, of_records: 7 });
    sandbox.faults.status = null;
    shiftMs += 10 * 60_000;
    const { sending } = await progress();
    await books().drained(() =>
      books().work('accounting.sync-wanted', { organization_id: tenant.id, run: sending?.id }),
    );
    expect((await progress()).sending).toMatchObject({ state: 'done', records: 7 });
    expect(totals('Payment')).toEqual([55, 80, 20, 55]);
  });

  it('stops until a user reconnects, and continues at its position', async () => {
    await history();
    const shown = await previewed(longAgo);
    [sandbox.faults.invalidGrant, sandbox.faults.expireTokens] = [true, true];
    await books().drained(() => started(shown));
    expect((await progress()).sending).toMatchObject({ state: 'stopped' });
    Object.assign(sandbox.faults, Faults.parse({}));
    await books().drained(() => connectQuickBooks(harness, tenant, realm));
    expect((await progress()).sending).toMatchObject({ state: 'done', records: 7, of_records: 7 });
    expect(totals('Payment')).toEqual([55, 80, 20, 55]);
  });

  /** The worker's table; `before` runs before each write. */
  const watched = (before: () => Promise<unknown> | undefined) =>
    new Proxy(harness.table, {
      get: (table, name) => {
        const member = Reflect.get(table, name);
        if (typeof member !== 'function') return member;
        if (name !== 'transact') return member.bind(table);
        return async (...given: unknown[]) => {
          await before();
          return member.apply(table, given);
        };
      },
    });
  const workerWith = (table: unknown) => quickBooksWorker({ ...harness, table } as Harness, tenant, now);

  it.each(long ? [1, 2, 3, 4] : [4])('stops after the current case, at write %i, and continues there', async (at) => {
    await history();
    const { id: run } = (await started(await previewed(longAgo))).body as unknown as SyncRun;
    const as = tenant.profiles.funeral_home_admin;
    let writes = 0;
    const stops = workerWith(
      watched(async () => {
        writes += 1;
        if (writes === at) succeeded(await harness.call(rows.stopSync, { as }));
      }),
    );
    await stops.drained(() => stops.work('accounting.sync-wanted', { organization_id: tenant.id, run }));
    const held = (await progress()).sending;
    expect(held).toMatchObject({ state: 'stopped', stopped_by_name: 'Test funeral_home_admin', of_records: 7 });
    expect(held?.cases).toBeLessThan(3);
    expect(totals('Payment').length).toBeLessThan(4);
    // Neither a late message nor newly chosen accounts continue the run.
    await books().drained(() => books().work('accounting.sync-wanted', { organization_id: tenant.id, run }));
    await books().drained(() => books().work('accounting.sync-wanted', { organization_id: tenant.id, run: null }));
    expect((await progress()).sending).toEqual(held);
    expect((await call(rows.stopSync)).body).toEqual({ detail: 'Nothing is being sent right now' });
    await books().drained(async () => succeeded(await call(rows.trigger)));
    expect((await progress()).sending).toMatchObject({ state: 'done', stopped_by_name: null, records: 7 });
    expect([totals('Invoice'), totals('Payment').sort()]).toEqual([[375], [20, 55, 55, 80]]);
  });

  it('continues after a crash at any write and sends everything once', async () => {
    await history();
    const shown = await previewed(longAgo);
    await started(shown);
    const run = (await progress()).sending?.id;
    let kills = 0;
    for (let at = 1; (await progress()).sending?.state !== 'done'; at += long ? 1 : 2) {
      let writes = 0;
      const worker = workerWith(
        watched(async () => {
          writes += 1;
          if (writes >= at) throw new Error('killed');
        }),
      );
      const payload = { organization_id: tenant.id, run };
      const died = await worker.work('accounting.sync-wanted', payload).then(
        () => false,
        () => true,
      );
      if (died) kills += 1;
      shiftMs += 2 * 60_000;
    }
    expect(kills).toBeGreaterThan(3);
    await books().drained(() => books().work('accounting.sync-wanted', { organization_id: tenant.id, run: null }));
    expect((await progress()).sending).toMatchObject({ state: 'done', records: 7 });
    expect([totals('Invoice'), totals('Payment').sort()]).toEqual([[375], [20, 55, 55, 80]]);
    expect(sandbox.store.entities(realm, 'Customer')).toHaveLength(4);
  });

  it('requires an administrator and chosen accounts', async () => {
    await connectQuickBooks(harness, tenant);
    const body = { from: lately };
    expect(await call(rows.previewSync, { body })).toMatchObject(conflict('Choose the accounts first'));
    expect((await call(rows.previewSync, { body: { from: '1999-12-31' } })).status).toBe(409);
    const as = tenant.profiles.office_staff;
    expect((await harness.call(rows.previewSync, { as, body })).status).toBe(403);
    expect(await progress()).toEqual({ start_date: null, preview: null, sending: null });
  });
});
