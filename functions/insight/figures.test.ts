import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import type { BehindFigure, Figure, Insight } from '#domain/insight/insight.schema.ts';
import { parseMoney } from '#domain/values/money.ts';
import { allProjections } from '#functions/projections/all-projections.ts';
import type { CaseRecord } from '#functions/records/case-record.ts';
import type { PaymentRecord } from '#functions/records/payment-record.ts';
import type { SubmissionRecord } from '#functions/records/submission-record.ts';
import { recordsOf } from '#functions/store/projection.ts';
import { Table } from '#functions/store/table.ts';
import { projectRecords } from '#functions/workers/projector/project-records.ts';
import { casesOf, wholeCase } from '#tests/support/cases.ts';
import { exampleIntake } from '#tests/support/example-intake.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { long } from '#tests/support/length.ts';
import { exampleAssignment, examplePayment } from '#tests/support/payments.ts';
import { exampleCopies } from '#tests/support/permits.ts';
import { succeeded } from '#tests/support/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

/** Still the ninth of March in New York. */
const now = new Date('2026-03-10T02:30:00Z');
const today = '2026-03-09';

/** A table that dies after so many calls: before one, or after it and before anybody knows. */
class Mortal extends Table {
  left = 0;
  override async transact(...given: Parameters<Table['transact']>): Promise<void> {
    if (this.left-- <= 0) throw new Error('killed');
    await super.transact(...given);
    if (this.left-- <= 0) throw new Error('killed');
  }
}

const day = fc.constantFrom('2025-03-04', '2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01', '2026-03-09');
const cents = fc.integer({ min: 1, max: 900_000 });
const at = fc.nat({ max: 50 });
const opening = fc.record({
  do: fc.constant('open' as const),
  home: fc.nat({ max: 1 }),
  on: fc.option(day),
  cents: fc.option(cents),
  isCalled: fc.boolean(),
});
const action = fc.oneof(
  opening,
  fc.record({
    do: fc.constant('change' as const),
    at,
    ...{ kind: fc.constantFrom('cremation', 'graveside', 'other'), on: day, cents, tax: cents, advance: cents },
  }),
  fc.record({ do: fc.constant('pay' as const), at, on: day, cents, method: fc.constantFrom('cash', 'insurance') }),
  fc.record({ do: fc.constant('void' as const), at }),
  fc.record({ do: fc.constant('refund' as const), at, on: day }),
  fc.record({ do: fc.constant('assign' as const), at, cents }),
  fc.record({ do: fc.constantFrom('file' as const, 'receive' as const), at, on: fc.constantFrom('2026-03-01', today) }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'cancel' as const, 'remove' as const), at }),
  fc.record({ do: fc.constantFrom('report' as const, 'convert' as const), at }),
  fc.record({ do: fc.constant('project' as const), calls: fc.nat({ max: 6 }), twice: fc.boolean() }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

const money = (amount: number): string => (amount / 100).toFixed(2);

describe('figures', { timeout: 240_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let homes: string[];
  beforeAll(async () => {
    harness = await startHarness();
    harness.state.now = () => now;
    tenant = await harness.addTenant('whitcomb-ames');
    const db = harness.databaseOf(tenant.id);
    const second = {
      ...tenant.home,
      id: uuid(),
      slug: 'northside',
      name: 'Northside',
      case_numbering: { prefix: 'NC', padding: 4 },
    };
    await db.commit(db.organizations.putHome(second));
    homes = [tenant.home.id, second.id];
  }, 60_000);
  afterAll(() => harness.close());

  /** Does something, whether or not it is possible then: only what was done is counted. */
  const doing = () => {
    const calls = casesOf(harness, tenant, 'super_admin');
    const as = tenant.profiles.super_admin;
    const [cases, payments, reports]: [string[], string[], string[]] = [[], [], []];
    const some = (all: string[], n: number): string => all[n % Math.max(1, all.length)] ?? uuid();
    const kept = (all: string[], { status, body }: { status: number; body: Record<string, unknown> }) => {
      if (status < 300) all.push(String(body.id));
    };
    const project = async (count: number, isTwice: boolean): Promise<void> => {
      const items = await harness.items();
      const refs = items.flatMap((item) => recordsOf(allProjections, item));
      const mortal = new Mortal(harness.client, harness.tableName);
      mortal.left = count;
      await Promise.all([
        projectRecords(mortal, refs).catch(() => undefined),
        isTwice ? projectRecords(harness.table, refs.toReversed()) : undefined,
      ]);
    };
    return async (one: Action): Promise<void> => {
      const id = 'at' in one ? some(cases, one.at) : '';
      if (one.do === 'open')
        kept(
          cases,
          await calls.create({
            ...{ ...wholeCase, location: homes[one.home] },
            ...(one.on ? { date_of_statement: one.on } : {}),
            ...(one.cents ? { contract_total: money(one.cents) } : {}),
            // On the evening of that day.
            ...(one.isCalled ? { first_call_received_at: '2026-02-27T23:30' } : {}),
          }),
        );
      else if (one.do === 'change')
        await calls.patch(id, {
          ...{ service_type: one.kind, date_of_statement: one.on, contract_total: money(one.cents) },
          ...{ hearse_fee: money(one.cents), sales_tax: money(one.tax), clergy_fee: money(one.advance) },
        });
      else if (one.do === 'pay')
        kept(
          payments,
          await harness.call(areas.payments.record, {
            as,
            body: examplePayment({
              ...{ case: id, amount: money(one.cents), payment_date: one.on, payment_method: one.method },
            }),
          }),
        );
      else if (one.do === 'void')
        await harness.call(areas.payments.delete, {
          as,
          params: { id: some(payments, one.at) },
          query: { reason: 'Error' },
        });
      else if (one.do === 'refund')
        await harness.call(areas.payments.refund, {
          ...{ as, params: { id: some(payments, one.at) } },
          body: { amount: '0.01', payment_date: one.on, reason: 'Overpaid', payment_method: 'cash' },
        });
      else if (one.do === 'assign')
        await harness.call(areas['money-to-come'].assign, {
          ...{ as, params: { id }, body: exampleAssignment({ amount: money(one.cents) }) },
        });
      else if (one.do === 'file')
        await calls.patch(id, { dc_county_completed: true, dc_county_completed_date: one.on });
      else if (one.do === 'receive')
        for (const move of ['ordered', 'received'])
          await harness.call(areas.certificates.recordCopies, {
            ...{ as, params: { id }, body: exampleCopies({ move, on: one.on }) },
          });
      else if (one.do === 'cancel') await calls.cancel(id);
      else if (one.do === 'remove') await calls.remove(id);
      else if (one.do === 'report') {
        const body = exampleIntake({ funeral_home_slug: tenant.home.slug });
        succeeded(await harness.call(areas.intake.submit, { body }));
        const found = (await harness.items()).filter(({ sk, pk }) => sk === 'SUBMISSION' && pk.includes(tenant.id));
        reports.splice(0, reports.length, ...found.map((item) => String(item.id)));
      } else if (one.do === 'convert')
        await harness.call(areas.submissions.convertToCase, { as, params: { id: some(reports, one.at) }, body: {} });
      else if (one.do === 'project') await project(one.calls, one.twice);
    };
  };

  interface Raw {
    core: CaseRecord;
    of: (section: string, field: string) => string;
    received: string[];
  }
  /** The records as they rest, read past everything that is derived from them. */
  const raw = async () => {
    const items = (await harness.items()).filter(({ pk }) => pk.startsWith(`T#${tenant.id}#`));
    const cases = items
      .filter(({ sk }) => sk === 'CASE')
      .map((core): Raw => {
        const own = items.filter(({ pk }) => pk === core.pk);
        const copies = (own.find(({ sk }) => sk === 'PART#COPIES')?.entries ?? []) as { move: string; on: string }[];
        return {
          core: core as unknown as CaseRecord,
          of: (section, field) => {
            const values = own.find(({ sk }) => sk === `SECTION#${section}`)?.values as Record<string, unknown>;
            return String(values?.[field] ?? '');
          },
          received: copies.filter(({ move }) => move === 'received').map(({ on }) => on),
        };
      });
    const of = (kind: string) => items.filter(({ sk }) => sk === kind);
    return {
      cases,
      payments: of('PAYMENT').filter(({ pk }) => pk.includes('#PAYMENT#')) as unknown as PaymentRecord[],
      reports: of('SUBMISSION') as unknown as SubmissionRecord[],
    };
  };

  const ask = async (row: 'analytics' | 'financials', query: Record<string, string>): Promise<Insight> =>
    succeeded(await harness.call(areas.insight[row], { as: tenant.profiles.super_admin, query }))
      .body as unknown as Insight;
  /** Every page behind a figure. */
  const behind = async ({ behind: query }: Figure): Promise<BehindFigure> => {
    let all: BehindFigure | undefined;
    for (let cursor: string | null | undefined; cursor !== null; cursor = all.next_cursor) {
      const options = { as: tenant.profiles.super_admin, query: { ...query, ...(cursor ? { cursor } : {}) } };
      const page = succeeded(await harness.call(areas.insight.behind, options)).body as unknown as BehindFigure;
      all = { ...page, rows: [...(all?.rows ?? []), ...page.rows] };
    }
    if (!all) throw new Error('nothing');
    return all;
  };

  const total = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);
  const centsIn = (text: string): number => parseMoney(text || '0') ?? 0;

  /** Figures as somebody would work them out from the records with a pencil. */
  const byHand = async ({ from, to, location }: { from: string; to: string; location?: string | undefined }) => {
    const { cases, payments, reports } = await raw();
    const here = (home: string) => !location || home === location;
    const within = (on: string) => on >= from && on <= to;
    const own = cases.filter(({ core }) => here(core.funeral_home_id));
    const opened = own.filter(() => within(today));
    const held = own.filter(({ core }) => core.status !== 'cancelled');
    const contractOf = (one: Raw) => centsIn(one.of('financial', 'contract_total'));
    const contracts = held.filter(
      (one) => contractOf(one) > 0 && within(one.of('servicesFees', 'date_of_statement') || today),
    );
    const paid = payments.filter(
      (one) => one.status === 'recorded' && here(one.funeral_home_id) && within(one.payment_date),
    );
    const kinds = (some: Raw[], of: (one: Raw) => number): Record<string, number> => {
      const all: Record<string, number> = {};
      for (const one of some) {
        const kind = one.of('service', 'service_type') || 'none';
        all[kind] = (all[kind] ?? 0) + of(one);
      }
      return all;
    };
    const shares = own.map((one) => {
      const isOver = one.core.status === 'cancelled';
      const insurer = isOver
        ? 0
        : total(
            (one.core.money_to_come?.assignments ?? [])
              .filter(({ status }) => status === 'assigned' || status === 'verified')
              .map(({ amount_cents }) => amount_cents),
          );
      return { insurer, family: (isOver ? 0 : contractOf(one)) - one.core.paid_cents - insurer };
    });
    /** The mean of days since the call, of those that are not before it. */
    const since = (of: (one: Raw) => string | undefined): [count: number, mean: string] => {
      const days = held.flatMap((one) => {
        const [on, called] = [of(one), one.of('innerOffice', 'first_call_received_at').slice(0, 10) || today];
        return on && on >= called && within(on) ? [(Date.parse(on) - Date.parse(called)) / 86_400_000] : [];
      });
      return [days.length, (days.length ? Math.round((total(days) / days.length) * 10) / 10 : 0).toFixed(1)];
    };
    const filed = (one: Raw) =>
      one.of('deathCertificate', 'dc_county_completed') === 'true'
        ? one.of('deathCertificate', 'dc_county_completed_date')
        : undefined;
    const received = reports.filter(({ funeral_home_id }) => here(funeral_home_id) && within(today));
    return {
      opened: opened.length,
      open: own.filter(({ core }) => core.status === 'draft' || core.status === 'active').length,
      openedByKind: kinds(opened, () => 1),
      cancelled: opened.filter(({ core }) => core.status === 'cancelled').length,
      reports: received.length,
      converted: received.filter(({ status }) => status === 'converted').length,
      certified: since(({ received: days }) => days.toSorted()[0]),
      filed: since(filed),
      arranged: since((one) => one.of('servicesFees', 'date_of_statement')),
      revenue: total(contracts.map(contractOf)),
      revenueByKind: kinds(contracts, contractOf),
      tax: total(contracts.map((one) => centsIn(one.of('servicesFees', 'sales_tax')))),
      advances: total(contracts.map((one) => centsIn(one.of('servicesFees', 'clergy_fee')))),
      hearses: total(contracts.map((one) => centsIn(one.of('servicesFees', 'hearse_fee')))),
      net: total(paid.map(({ amount_cents }) => amount_cents)),
      cash: total(
        paid.filter(({ payment_method }) => payment_method === 'cash').map(({ amount_cents }) => amount_cents),
      ),
      families: total(shares.map(({ family }) => Math.max(0, family))),
      insurers: total(shares.map(({ insurer }) => insurer)),
      held: total(shares.map(({ family }) => Math.max(0, -family))),
    };
  };

  const row = (insight: Insight, table: string, id: string): string => {
    const found = insight.tables.find((one) => one.id === table);
    return [...(found?.rows ?? []), ...(found?.total ? [found.total] : [])].find((one) => one.id === id)?.value ?? '0';
  };
  const figure = (insight: Insight, id: string): string => insight.figures.find((one) => one.id === id)?.value ?? '?';
  const speed = (insight: Insight, id: string): [number, string] => {
    const found = insight.figures.find((one) => one.id === id);
    return [found?.of ?? -1, found?.value ?? '?'];
  };
  const rowsOf = (insight: Insight, id: string) =>
    Object.fromEntries(
      (insight.tables.find((one) => one.id === id)?.rows ?? [])
        .filter(({ value }) => Number(value) !== 0)
        .map((one) => [one.id, Math.round(Number(one.value) * (one.unit === 'money' ? 100 : 1))]),
    );
  const bySystem = async (query: Record<string, string>): ReturnType<typeof byHand> => {
    const [work, financials] = await Promise.all([ask('analytics', query), ask('financials', query)]);
    const in100 = (text: string) => centsIn(text);
    return {
      opened: Number(figure(work, 'opened')),
      open: Number(figure(work, 'open')),
      openedByKind: rowsOf(work, 'cases-by-kind'),
      cancelled: Number(row(work, 'cases-by-status', 'cancelled')),
      reports: Number(row(work, 'reports', 'total')),
      converted: Number(row(work, 'reports', 'converted')),
      certified: speed(work, 'certified'),
      filed: speed(work, 'filed'),
      arranged: speed(work, 'arranged'),
      revenue: in100(figure(financials, 'revenue')),
      revenueByKind: rowsOf(financials, 'revenue-by-kind'),
      tax: in100(row(financials, 'parts', 'tax')),
      advances: in100(row(financials, 'parts', 'advances')),
      hearses: in100(row(financials, 'sales', 'fee.hearse_fee')),
      net: in100(figure(financials, 'received')),
      cash: in100(row(financials, 'methods', 'cash')),
      families: in100(row(financials, 'owed-by-families', 'total')),
      insurers: in100(row(financials, 'owed-by-insurers', 'total')),
      held: in100(figure(financials, 'held')),
    };
  };

  it('R-05 are those of the raw records after a storm of actions with kills, duplicates and replays', async () => {
    const act = doing();
    const first = fc.sample(opening, { numRuns: 12, seed: 9 });
    const actions = fc.sample(action, { numRuns: long ? 600 : 80, seed: 20_260_309 });
    for (const one of [...first, ...actions]) await act(one);
    await harness.projected();
    // What the stream brings again changes nothing.
    const refs = (await harness.items()).flatMap((item) => recordsOf(allProjections, item));
    await Promise.all([projectRecords(harness.table, refs), projectRecords(harness.table, refs.toReversed())]);
    expect(await harness.recount()).toEqual([]);

    const ranges: Record<string, string>[] = [
      { from: '2026-03-01', to: '2026-03-31' },
      { from: '2025-12-31', to: today },
      { from: '2025-03-04', to: '2025-03-04' },
      { from: '1850-01-01', to: '9999-12-31' },
    ];
    const told: object[] = [];
    for (const range of ranges)
      for (const location of [undefined, ...homes]) {
        const query = { ...range, ...(location ? { location } : {}) };
        const wanted = await byHand({ from: range.from ?? '', to: range.to ?? '', location });
        expect(await bySystem(query), JSON.stringify(query)).toEqual(wanted);
        told.push(wanted);
      }
    // A storm that did nothing would agree as well.
    const nothing = Object.entries(told[9] ?? {}).filter(([, value]) => [value].flat()[0] === 0);
    expect(nothing).toEqual([]);
  });

  it('open the records that they are the sum of', async () => {
    const query = { from: '2025-01-01', to: '2026-12-31' };
    const insights = await Promise.all([ask('analytics', query), ask('financials', query)]);
    const all = insights.flatMap(({ figures, tables }) => [
      ...figures,
      ...tables.flatMap(({ rows, total: sum }) => [...rows, ...(sum ? [sum] : [])]),
    ]);
    const opened = all.filter((one) => one.behind && Number(one.value) !== 0);
    expect(opened.length).toBeGreaterThan(40);
    for (const one of opened) {
      const { sum, rows, count } = await behind(one);
      const added = total(rows.map(({ value }) => Math.round(Number(value) * 100)));
      expect([one.title, added]).toEqual([one.title, Math.round(Number(sum) * 100)]);
      expect([one.title, rows.length]).toEqual([one.title, count]);
      const isSum = one.unit === 'count' || (one.unit === 'money' && !one.behind?.figure.match(/^contract\.cents/));
      if (isSum) expect([one.title, sum]).toEqual([one.title, one.value]);
    }
  });
});
