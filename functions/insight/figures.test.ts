import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import type { BehindFigure, Figure, Insight } from '#domain/insight/insight.schema.ts';
import { allProjections } from '#functions/projections/all-projections.ts';
import { recordsOf } from '#functions/store/lists/projection.ts';
import { Table } from '#functions/store/table.ts';
import { projectRecords } from '#functions/workers/projector/project-records.ts';
import { figuresAsTold, figuresByHand, rawRecords } from '#tests/support/checker/raw-figures.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { long } from '#tests/support/length.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { exampleAssignment, examplePayment } from '#tests/support/records/payments.ts';
import { exampleCopies } from '#tests/support/records/permits.ts';
import { succeeded } from '#tests/support/records/reports.ts';

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

const { harness, tenant } = await startHarnessWithTenant();

describe('figures', { timeout: 240_000 }, () => {
  let homes: string[];
  beforeAll(async () => {
    harness.state.now = () => now;
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
  });

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
  const byHand = async (asked: { from: string; to: string; location?: string | undefined }) =>
    figuresByHand(rawRecords(await harness.items(), tenant.id), asked, tenant.home.time_zone);
  const bySystem = async (query: Record<string, string>) =>
    figuresAsTold(...(await Promise.all([ask('analytics', query), ask('financials', query)])));

  it('R-05 are those of the raw records after a storm of actions with kills, duplicates and replays', async () => {
    const act = doing();
    const first = fc.sample(opening, { numRuns: 12, seed: 9 });
    const actions = fc.sample(action, { numRuns: long ? 600 : 60, seed: 20_260_309 });
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

  it('go into a workbook as numbers, so that it can go on counting', async () => {
    const query = { from: '2025-01-01', to: '2026-12-31' };
    const { tables } = await ask('financials', query);
    const asked = { report: 'financial-overview', table: 'methods', format: 'xlsx', ...query };
    const { text } = succeeded(
      await harness.call(areas.insight.export, { as: tenant.profiles.super_admin, query: asked }),
    );
    const [titles, ...rows] = await readSheet(Buffer.from(text, 'base64'));
    expect(titles?.[0]).toBe('Method');
    const table = tables.find(({ id }) => id === 'methods');
    expect(rows.map(([title, value]) => [title, value])).toEqual(
      [...(table?.rows ?? []), ...(table?.total ? [table.total] : [])].map((row) => [row.title, Number(row.value)]),
    );
  });

  it('S-32 are nothing where what is asked for is a word of every object', async () => {
    for (const word of ['__proto__', 'constructor', 'toString']) {
      const query = { figure: `opened.${word}`, from: '2025-01-01', to: '2026-12-31' };
      const { status, body } = await harness.call(areas.insight.behind, { as: tenant.profiles.super_admin, query });
      expect([word, status, body]).toMatchObject([word, 200, { count: 0, rows: [] }]);
    }
  });
});
