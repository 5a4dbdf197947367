import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { daysOf, scopes } from '#domain/reports/periods.ts';
import type { DrillDownPage, Figure, ReportResponse } from '#domain/reports/report.schema.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { projectRecords } from '#functions/platform/projector/project-records.ts';
import { recordsOf } from '#functions/platform/store/lists/projection.ts';
import { Table } from '#functions/platform/store/table.ts';
import { figuresAsReported, figuresByHand, rawRecords } from '#tests/support/checker/raw-figures.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { exampleAssignment, examplePayment } from '#tests/support/records/payments.ts';
import { exampleCopies } from '#tests/support/records/permits.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';

/** Around ends of years and a leap day, when locations have different dates, months or years. */
const instants = [
  '2023-12-31T10:30:00Z',
  '2024-01-01T03:00:00Z',
  '2024-02-29T09:00:00Z',
  '2024-03-01T04:00:00Z',
  '2024-12-31T23:30:00Z',
  '2025-02-28T12:00:00Z',
  '2025-06-30T23:59:00Z',
  '2026-01-01T02:00:00Z',
  '2026-03-10T02:30:00Z',
];
const zones = ['America/New_York', 'Pacific/Auckland', 'Pacific/Honolulu'];
const days = [
  ...['1850-01-01', '1999-12-31', '2000-02-29', '2020-01-01', '2023-03-01', '2023-12-31', '2024-01-01', '2024-02-28'],
  ...['2024-02-29', '2024-03-01', '2024-12-31', '2025-01-01', '2025-02-28', '2025-12-31', '2026-01-01', '2026-02-28'],
  ...['2026-03-01', '2026-03-09', '2026-03-10', '2026-12-31', '2027-01-01', '2028-02-29', '2031-07-15', '9999-12-31'],
];
const day = fc.constantFrom(...days);
const cents = fc.integer({ min: 1, max: 900_000 });
const at = fc.nat({ max: 60 });
const home = fc.nat({ max: zones.length - 1 });
const now = fc.constantFrom(...instants);
const opening = fc.record({
  ...{ do: fc.constant('open' as const), home, on: fc.option(day), cents: fc.option(cents), now },
  isCalled: fc.boolean(),
});
const action = fc.oneof(
  opening,
  fc.record({
    ...{ do: fc.constant('date' as const), at, on: day, cents: fc.option(cents), now },
    kind: fc.constantFrom('cremation', 'graveside', 'other'),
  }),
  fc.record({ do: fc.constant('move' as const), at, home, now }),
  fc.record({ do: fc.constant('pay' as const), at, on: day, cents, now, kind: fc.constantFrom('cash', 'insurance') }),
  fc.record({ do: fc.constantFrom('void' as const, 'refund' as const), at, on: day, now }),
  fc.record({
    do: fc.constantFrom('assign' as const, 'file' as const, 'file' as const, 'receive' as const),
    at,
    on: day,
    now,
    cents,
  }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'reopen' as const, 'activate' as const), at, now }),
  fc.record({ do: fc.constantFrom('remove' as const, 'report' as const, 'convert' as const), at, now }),
  fc.record({ do: fc.constant('project' as const), at: fc.nat({ max: 6 }), isTwice: fc.boolean(), now }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** `on` and `cents` of what is opened or dated may be null. */
interface Step {
  readonly home: number;
  readonly at: number;
  readonly on: string;
  readonly cents: number;
  readonly kind: string;
  readonly isCalled: boolean;
  readonly isTwice: boolean;
}

/** A table that fails after this many calls: before one, or after it but before its response. */
class Mortal extends Table {
  left = 0;
  override async transact(...given: Parameters<Table['transact']>): Promise<void> {
    if (this.left-- <= 0) throw new Error('killed');
    await super.transact(...given);
    if (this.left-- <= 0) throw new Error('killed');
  }
}

const everything = { from: '1850-01-01', to: '9999-12-31' };
const money = (amount: number): string => (amount / 100).toFixed(2);

describe('figures over years', { timeout: 600_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let homes: string[];
  const zoneOf = new Map<string, string>();
  const did = new Map<string, number>();

  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('whitcomb-ames', zones[0]);
    const db = harness.databaseOf(tenant.id);
    const others = zones.slice(1).map((time_zone, n) => ({
      ...{ ...tenant.home, id: uuid(), slug: `home-${n}`, name: `Home ${n}`, time_zone },
      case_numbering: { prefix: `N${n}`, padding: 4 },
    }));
    for (const one of others) await db.commit(db.organizations.putHome(one));
    homes = [tenant.home.id, ...others.map(({ id }) => id)];
  }, 60_000);
  afterAll(() => harness.close());

  const at = (instant: string) => {
    harness.state.now = () => new Date(instant);
  };

  const doing = () => {
    const calls = casesOf(harness, tenant, 'super_admin');
    const as = tenant.profiles.super_admin;
    const [cases, payments]: [string[], string[]] = [[], []];
    let reports: string[] = [];
    const some = (all: string[], n: number): string => all[n % Math.max(1, all.length)] ?? uuid();
    const kept = (all: string[], { status, body }: { status: number; body: Record<string, unknown> }) => {
      if (status < 300) all.push(String(body.id));
      return status;
    };
    const acts: Record<Action['do'], (one: Step, id: string) => Promise<number>> = {
      open: async (one) => {
        const answer = await calls.create({
          ...{ ...wholeCase, date_of_death: '2023-11-30', service_date: '2024-06-01', location: homes[one.home] },
          ...(one.on ? { date_of_statement: one.on } : {}),
          ...(one.cents ? { contract_total: money(one.cents), hearse_fee: money(one.cents) } : {}),
          ...(one.isCalled ? { first_call_received_at: '2023-12-31T23:30' } : {}),
        });
        zoneOf.set(String(answer.body.id), zones[one.home] ?? '');
        return kept(cases, answer);
      },
      date: async (one, id) =>
        (
          await calls.patch(id, {
            ...{ service_type: one.kind, date_of_statement: one.on, clergy_fee: '56.78' },
            ...(one.cents ? { contract_total: money(one.cents), sales_tax: '12.34' } : { contract_total: '' }),
          })
        ).status,
      move: async (one, id) => (await calls.patch(id, { location: homes[one.home] })).status,
      pay: async (one, id) =>
        kept(
          payments,
          await harness.call(areas.payments.record, {
            as,
            body: examplePayment({
              ...{ case: id, amount: money(one.cents), payment_date: one.on, payment_method: one.kind },
            }),
          }),
        ),
      void: async (one) =>
        (
          await harness.call(areas.payments.delete, {
            ...{ as, params: { id: some(payments, one.at) }, query: { reason: 'Error' } },
          })
        ).status,
      refund: async (one) =>
        (
          await harness.call(areas.payments.refund, {
            ...{ as, params: { id: some(payments, one.at) } },
            body: { amount: '0.01', payment_date: one.on, reason: 'Overpaid', payment_method: 'cash' },
          })
        ).status,
      assign: async (one, id) =>
        (
          await harness.call(areas['money-to-come'].assign, {
            ...{ as, params: { id }, body: exampleAssignment({ amount: money(one.cents) }) },
          })
        ).status,
      file: async (one, id) =>
        (await calls.patch(id, { dc_county_completed: true, dc_county_completed_date: one.on })).status,
      receive: async (one, id) => {
        let status = 0;
        for (const move of ['ordered', 'received'])
          ({ status } = await harness.call(areas.certificates.recordCopies, {
            ...{ as, params: { id }, body: exampleCopies({ move, on: one.on }) },
          }));
        return status;
      },
      cancel: async (_, id) => (await calls.cancel(id)).status,
      reopen: async (_, id) => (await calls.reopen(id)).status,
      activate: async (_, id) => (await calls.activate(id)).status,
      remove: async (_, id) => (await calls.remove(id)).status,
      report: async () => {
        const body = exampleIntake({ funeral_home_slug: tenant.home.slug });
        const { status } = await harness.call(areas.intake.submit, { body });
        const found = (await harness.items()).filter(({ sk, pk }) => sk === 'SUBMISSION' && pk.includes(tenant.id));
        reports = found.map((item) => String(item.id));
        return status;
      },
      convert: async (one) => {
        const answer = await harness.call(areas.submissions.convertToCase, {
          ...{ as, params: { id: some(reports, one.at) }, body: {} },
        });
        return kept(cases, answer);
      },
      project: async (one) => {
        const refs = (await harness.items()).flatMap((item) => recordsOf(allProjections, item));
        const mortal = new Mortal(harness.client, harness.tableName);
        mortal.left = one.at;
        await Promise.all([
          projectRecords(mortal, refs).catch(() => undefined),
          one.isTwice ? projectRecords(harness.table, refs.toReversed()) : undefined,
        ]);
        return 200;
      },
    };
    return async (one: Action): Promise<void> => {
      at(one.now);
      const id = 'at' in one ? some(cases, one.at) : '';
      const status = await acts[one.do](one as unknown as Step, id);
      const name = `${one.do} ${status}`;
      did.set(name, (did.get(name) ?? 0) + 1);
    };
  };

  const ask = async (row: 'analytics' | 'financials', query: object): Promise<ReportResponse> =>
    succeeded(
      await harness.call(areas.insight[row], {
        as: tenant.profiles.super_admin,
        query: query as Record<string, string>,
      }),
    ).body as unknown as ReportResponse;
  const reported = async (query: object) =>
    figuresAsReported(...(await Promise.all([ask('analytics', query), ask('financials', query)])));

  const random = fc.sample(
    fc.record({ one: day, other: day, home: fc.option(home), now, scope: fc.option(fc.constantFrom(...scopes)) }),
    { numRuns: long ? 400 : 12, seed: 7 },
  );
  /** Returns differences between sums and records for each date range, period and location. */
  const differences = async (): Promise<string[]> => {
    const raw = rawRecords(await harness.items(), tenant.id);
    const found: string[] = [];
    for (const { one, other, home: n, now: instant, scope } of random) {
      at(instant);
      const location = n === null ? undefined : homes[n];
      const [today = ''] = zones
        .filter((_, home) => home === (n ?? home))
        .map((zone) => todayIn(zone, new Date(instant)))
        .toSorted();
      const [from, to] = [one, other].toSorted() as [string, string];
      const range = scope ? daysOf(scope, today) : { from, to };
      const query = { ...(scope ? { scope } : range), ...(location ? { location } : {}) };
      const wanted = figuresByHand(raw, { ...range, location }, ({ id }) => zoneOf.get(id) ?? zones[0] ?? '');
      const is = await reported(query);
      for (const [name, value] of Object.entries(wanted)) {
        const reported = is[name as keyof typeof is];
        if (JSON.stringify(sorted(reported)) !== JSON.stringify(sorted(value)))
          found.push(
            `${instant} ${JSON.stringify(query)} ${name}: ${JSON.stringify(reported)}, by hand ${JSON.stringify(value)}`,
          );
      }
    }
    return found;
  };
  const sorted = (value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => one !== 0)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value;

  it('R-05 equals the raw records after a storm with kills, duplicates and replays', async () => {
    const act = doing();
    const first = fc.sample(opening, { numRuns: 25, seed: 9 });
    const actions = fc.sample(action, { numRuns: long ? 900 : 100, seed: 20_260_309 });
    const received = { do: 'receive' as const, at: 0, on: '2025-02-28', now: '2025-02-28T12:00:00Z', cents: 1 };
    for (const one of [...first, received, ...actions]) await act(one);
    await harness.projected();
    // Repeated stream records must change nothing.
    const refs = (await harness.items()).flatMap((item) => recordsOf(allProjections, item));
    await Promise.all([projectRecords(harness.table, refs), projectRecords(harness.table, refs.toReversed())]);
    expect(await harness.recount()).toEqual([]);
    expect(await differences()).toEqual([]);
    // An empty storm would match as well.
    const all = figuresByHand(rawRecords(await harness.items(), tenant.id), everything, zones[0] ?? '');
    expect(Object.entries(all).filter(([, value]) => [value].flat()[0] === 0)).toEqual([]);
  });

  /** Returns all source records of a figure, with the totals of its first page. */
  const behind = async (query: object): Promise<DrillDownPage> => {
    const pages: DrillDownPage[] = [];
    for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.next_cursor ?? null) {
      const request = { ...query, ...(cursor ? { cursor } : {}) } as Record<string, string>;
      const options = { as: tenant.profiles.super_admin, query: request };
      pages.push(succeeded(await harness.call(areas.insight.behind, options)).body as unknown as DrillDownPage);
    }
    return { ...(pages[0] as DrillDownPage), rows: pages.flatMap(({ rows }) => rows) };
  };
  const addedUp = ({ rows }: DrillDownPage): number =>
    rows.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0);

  it('lists source records, also year by year', async () => {
    at('2026-03-10T02:30:00Z');
    const wrong: string[] = [];
    for (const query of [
      { from: '2023-06-01', to: '2026-02-28', location: homes[1] },
      ...(long
        ? [{ scope: 'all' }, { from: '2024-02-29', to: '2024-02-29' }, { from: '2025-12-31', to: '9999-12-31' }]
        : []),
    ]) {
      const insights = await Promise.all([ask('analytics', query), ask('financials', query)]);
      const all: Figure[] = insights.flatMap(({ figures, tables }) => [
        ...figures,
        ...tables.flatMap(({ rows, total }) => [...rows, ...(total ? [total] : [])]),
      ]);
      const means = insights[1]?.tables.find(({ id }) => id === 'average-by-kind')?.rows ?? [];
      for (const one of all) {
        if (!one.behind) continue;
        const { sum, count, rows, ...rest } = await behind(one.behind);
        const cents = addedUp({ sum, count, rows, ...rest });
        const isMean = one.id === 'average' || one.unit === 'days' || one.unit === 'percent' || means.includes(one);
        const about = `${JSON.stringify(query)} ${one.title} ${JSON.stringify(one.behind)}`;
        if (cents !== Math.round(Number(sum) * 100)) wrong.push(`${about}: sum ${sum}, rows ${cents}`);
        if (rows.length !== count) wrong.push(`${about}: count ${count}, rows ${rows.length}`);
        if (!isMean && one.value !== sum) wrong.push(`${about}: figure ${one.value}, sum ${sum}`);
        if (one.of !== null && one.unit !== 'percent' && one.of !== count)
          wrong.push(`${about}: of ${one.of}, count ${count}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(['owing.total', 'owing.family', 'owing.insurer', 'owing.held'])(
    'shows %s within any dates',
    async (figure) => {
      at('2026-03-10T02:30:00Z');
      const reported: string[] = [];
      for (const days of [
        everything,
        { from: '1850-01-01', to: '2024-02-29' },
        { from: '2024-02-29', to: '2024-12-31' },
        { from: '2025-01-01', to: '9999-12-31' },
      ]) {
        const found = await behind({ figure, ...days });
        const sum = money(addedUp(found));
        expect([days.from, found.count, found.sum]).toEqual([days.from, found.rows.length, sum]);
        reported.push(sum);
      }
      expect(reported.filter((sum) => sum !== '0.00').length).toBeGreaterThan(1);
    },
  );
});
