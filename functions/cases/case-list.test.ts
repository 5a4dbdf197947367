import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CaseRow, CaseStatus } from '#domain/cases/case.schema.ts';
import { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import type { CaseRecord } from '#functions/records/cases/case-record.ts';
import { keysOf } from '#functions/store/keys.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

interface Given {
  name: string;
  at: string;
  status: CaseStatus;
  service_type: string;
  service_date: string;
}

describe('the list of cases', () => {
  let harness: Harness;
  let tenant: Tenant;
  const given: Given[] = Array.from({ length: 24 }, (_, n) => ({
    name: `Case${String.fromCharCode(97 + n)}`,
    // Two a day, one of them an hour after midnight in New York.
    at: new Date(Date.UTC(2026, 2, 1 + Math.floor(n / 2), n % 2 ? 18 : 5, 30)).toISOString(),
    status: (['draft', 'active', 'completed'] as const)[n % 3] ?? 'draft',
    service_type: n % 4 ? 'cremation' : 'graveside',
    service_date: n % 5 ? `2026-04-${String(10 + n).slice(-2)}` : '',
  }));
  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('whitcomb-ames');
    const db = harness.databaseOf(tenant.id);
    for (const { name, at, status, service_type, service_date } of given) {
      const core: CaseRecord = {
        ...{ id: uuid(), organization_id: tenant.id, case_number: `T-${name}`, status, version: 1, created_at: at },
        ...{
          updated_at: at,
          created_by_name: null,
          funeral_home_id: tenant.home.id,
          source_first_call_id: null,
          source_submission_id: null,
        },
        ...{ ssn_id: null, ssn_last4: null, paid_cents: 0, customers: {} },
      };
      const sections = { deceased: { deceased_last_name: name }, service: { service_type, service_date } };
      await db.commit([...db.cases.create(core, sections), db.audit.entry('case.created', core.id)]);
    }
    await harness.projected();
  });
  afterAll(() => harness.close());

  const asked = async (query: Record<string, string>) => {
    const { body } = succeeded(await harness.call(caseEndpoints.list, { as: tenant.profiles.coordinator, query }));
    const { results, count, count_is_exact } = body as unknown as {
      results: CaseRow[];
      count: number;
      count_is_exact: boolean;
    };
    return { names: results.map(({ deceased_full_name: name }) => name), count, count_is_exact, results };
  };
  const expected = (matches: (one: Given) => boolean) => {
    const names = given.filter(matches).map(({ name }) => name);
    return { names: names.toReversed().slice(0, 20), count: names.length, count_is_exact: true };
  };

  it.each<[string, Record<string, string>, (one: Given) => boolean]>([
    ['nothing', {}, () => true],
    [
      'days of its opening, as the home counts them',
      { created_from: '2026-03-03', created_to: '2026-03-05' },
      ({ at }) => at >= '2026-03-03T05' && at < '2026-03-06T05',
    ],
    [
      'days and status',
      { created_to: '2026-03-05', status: 'completed' },
      ({ at, status }) => at < '2026-03-06T05' && status === 'completed',
    ],
    ['a day of a year that is still being typed', { created_from: '0202-03-10', created_to: '9999-12-31' }, () => true],
    ['a search and days', { search: 'case', created_from: '2026-03-10' }, ({ at }) => at >= '2026-03-10T05'],
  ])('is narrowed by %s', async (_, query, matches) => {
    expect(await asked(query)).toMatchObject(expected(matches));
  });

  it('is narrowed by location, and shows what the home is called now', async () => {
    const location = tenant.home.id;
    expect(await asked({ location, status: 'active' })).toMatchObject(expected(({ status }) => status === 'active'));
    expect((await asked({ location: uuid() })).count).toBe(0);
    const rename = { as: tenant.profiles.super_admin, params: { id: location }, body: { name: 'Renamed Chapel' } };
    succeeded(await harness.call(funeralHomeEndpoints.update, rename));
    const { results } = await asked({ location });
    expect(new Set(results.map(({ funeral_home_name: name }) => name))).toEqual(new Set(['Renamed Chapel']));
  });

  it('S-26 refuses days and types that there are not', async () => {
    const refused: Record<string, string>[] = [
      { created_from: '2026-02-30' },
      { service_to: 'soon' },
      { service_type: 'burial at sea' },
    ];
    for (const query of refused)
      expect((await harness.call(caseEndpoints.list, { as: tenant.profiles.coordinator, query })).status).toBe(400);
  });

  it('finds the next case number behind hundreds that are taken, in a bounded number of reads', async () => {
    const other = await harness.addTenant('harbor-light');
    const keys = keysOf(other.id);
    const { cases } = harness.databaseOf(other.id);
    const numbering = { prefix: 'WA', padding: 4 };
    const take = async (from: number, to: number) => {
      const all = Array.from({ length: to - from + 1 }, (_, n) => `WA-2026-${String(from + n).padStart(4, '0')}`);
      for (let at = 0; at < all.length; at += 100)
        await harness.table.transact(
          all.slice(at, at + 100).map((number) => ({ put: { ...keys.caseNumber(number) } })),
        );
    };
    const reads = vi.spyOn(harness.table, 'get');
    const next = () => cases.nextNumber(other.home.id, 2026, numbering);
    expect(await next()).toMatchObject({ sequence: 1, counter: 0 });
    await take(1, 230);
    expect(await next()).toMatchObject({ number: 'WA-2026-0231', sequence: 231 });
    await take(231, 700);
    reads.mockClear();
    expect(await next()).toMatchObject({ number: 'WA-2026-0701', sequence: 701 });
    expect(reads.mock.calls.length).toBeLessThan(20);
    reads.mockRestore();
  });

  it('says so where there are more than it looked at', async () => {
    const db = harness.databaseOf(tenant.id);
    const page = vi.spyOn(harness.table, 'query');
    // Every row matches five hundred times over: the walk ends at its bound, and not at the list's end.
    page.mockImplementation(async ({ limit = 0 }) =>
      Array.from({ length: limit }, (_, n) => ({
        ...{ pk: 'x', sk: 'x', gsi3sk: `2026-03-01#${n}` },
        row: JSON.stringify({ ...(given[0] as object), ...emptyRow, missing_count: 1 }),
      })),
    );
    const found = await db.cases.list({ lacking: true, home: tenant.home.id, page: 1, pageSize: 20 });
    page.mockRestore();
    expect(found).toMatchObject({ count: 500, isExact: false });
  });
});

const emptyRow = {
  ...{ id: '', case_number: '', status: 'draft', created_at: '', deceased_full_name: '', date_of_birth: '' },
  ...{ date_of_death: '', service_date: '', informant_name: '', funeral_home_id: '' },
};
