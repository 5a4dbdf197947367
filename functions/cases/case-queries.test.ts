import { readSheet } from 'read-excel-file/node';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CaseRow, CaseStatus } from '#domain/cases/case.schema.ts';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import { caseScans } from '#functions/cases/repository/cases.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { casesOf, completion, wholeCase } from '#tests/support/records/cases.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { cases } = areas;

describe('case queries', { timeout: 60_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let clock = Date.parse('2026-03-01T15:00:00Z');
  beforeAll(async () => {
    harness = await startHarness();
    harness.state.now = () => new Date(clock);
    tenant = await harness.addTenant('whitcomb-ames');
    const [director, coordinator] = [casesOf(harness, tenant), casesOf(harness, tenant, 'coordinator')];
    const given: [who: typeof director, last: string, service: string, more: object][] = [
      [director, 'Zimmer', '2026-03-12', {}],
      [coordinator, 'Ábel', '2026-03-20', { service_type: 'cremation' }],
      [director, 'Müller', '2026-03-11', { status: 'active', customer_phone: '(904) 555-0147' }],
      [director, 'Nowak', '', { service_type: 'cremation' }],
      [coordinator, 'Cohen', '2026-03-10', { ...completion, status: 'active' }],
    ];
    for (const [who, deceased_last_name, service_date, more] of given) {
      await who.opened({ ...wholeCase, deceased_last_name, service_date, ...more });
      clock += 86_400_000;
    }
    const { id } = await director.opened({ ...wholeCase, deceased_last_name: 'Gone', service_date: '2026-03-11' });
    succeeded(await director.cancel(id));
    clock = Date.parse('2026-03-09T15:00:00Z');
    await harness.projected();
  }, 60_000);
  afterAll(() => harness.close());

  const names = async (query: Record<string, string>, role: Role = 'funeral_director') => {
    const { body } = succeeded(await harness.call(cases.list, { as: tenant.profiles[role], query }));
    const rows = body.results as { deceased_full_name: string }[];
    return [body.count, body.count_is_exact, ...rows.map((row) => row.deceased_full_name.replace('Walter ', ''))];
  };

  it.each<[Record<string, string>, unknown[]]>([
    [{}, [6, true, 'Gone', 'Cohen', 'Nowak', 'Müller', 'Ábel', 'Zimmer']],
    [{ ordering: 'created_at', status: 'active' }, [2, true, 'Müller', 'Cohen']],
    [{ ordering: '-deceased_name', page_size: '10' }, [6, true, 'Zimmer', 'Nowak', 'Müller', 'Gone', 'Cohen', 'Ábel']],
    [{ ordering: 'service_date' }, [6, true, 'Cohen', 'Müller', 'Gone', 'Zimmer', 'Ábel', 'Nowak']],
    [{ service_from: '2026-03-11', service_to: '2026-03-12' }, [3, true, 'Müller', 'Gone', 'Zimmer']],
    [{ service_type: 'cremation', mine: 'true' }, [1, true, 'Nowak']],
    [{ lacking: 'true', status: 'active' }, [1, true, 'Müller']],
    [{ search: '(904) 555-0147' }, [1, true, 'Müller']],
    [{ search: 'wa20260001' }, [1, true, 'Zimmer']],
    [{ search: 'carolyn', ordering: 'deceased_name', mine: 'true' }, [4, true, 'Gone', 'Müller', 'Nowak', 'Zimmer']],
    [{ search: 'walter', service_to: '2026-03-11' }, [3, true, 'Cohen', 'Müller', 'Gone']],
  ])('lists cases by %j', async (query, expected) => expect(await names(query)).toEqual(expected));

  it('counts cases by status and day from counters only', async () => {
    const ask = async (query: Record<string, string>) =>
      succeeded(await harness.call(cases.statistics, { as: tenant.profiles.office_staff, query })).body;
    const by_status = { draft: 3, active: 2, completed: 0, cancelled: 1 };
    expect(await ask({ days: '9', location: tenant.home.id })).toMatchObject({ total: 6, by_status, opened: 6 });
    expect(await ask({ days: '100' })).toMatchObject({
      ...{ from: '2025-11-30', opened: 6, opened_by_day: [] },
      opened_by_month: [
        ...['2025-11', '2025-12', '2026-01', '2026-02'].map((month) => ({ month, count: 0 })),
        { month: '2026-03', count: 6 },
      ],
    });
    expect(await ask({ days: '5' })).toEqual({
      ...{ days: 5, from: '2026-03-05', to: '2026-03-09', total: 6, by_status, opened: 2, opened_before: 4 },
      // One of four services belongs to a cancelled case.
      ...{ services_ahead: 3, services_ahead_is_exact: true },
      opened_by_status: { draft: 0, active: 1, completed: 0, cancelled: 1 },
      opened_by_day: [
        { date: '2026-03-05', count: 1 },
        { date: '2026-03-06', count: 1 },
        ...['2026-03-07', '2026-03-08', '2026-03-09'].map((date) => ({ date, count: 0 })),
      ],
      opened_by_month: [],
    });
    const as = tenant.profiles.office_staff;
    for (const days of ['0', '3661'])
      expect((await harness.call(cases.statistics, { as, query: { days } })).status).toBe(400);
  });

  it('returns the queue: services of seven days, drafts, incomplete active cases', async () => {
    const { body } = succeeded(await harness.call(cases.queue, { as: tenant.profiles.coordinator, query: {} }));
    const rows = (...names: string[]) => names.map((name) => ({ deceased_full_name: `Walter ${name}` }));
    expect(body).toMatchObject({
      services: { count: 3, cases: rows('Cohen', 'Müller', 'Zimmer') },
      drafts: { count: 3, cases: rows('Nowak', 'Ábel', 'Zimmer') },
      lacking: { count: 1, cases: rows('Müller') },
    });
  });

  describe('export of cases', () => {
    const as = () => tenant.profiles.funeral_home_admin;

    it('S-31 exports all matches as CSV and the same as XLSX', async () => {
      const query = { ordering: 'deceased_name', service_type: 'traditional' };
      const csv = succeeded(await harness.call(cases.export, { as: as(), query }));
      expect(csv.headers['content-disposition']).toContain('cases-2026-03-09.csv');
      const lines = csv.text.replace('\u{FEFF}', '').trimEnd().split('\r\n');
      expect(lines.map((line) => line.split(',')[2])).toEqual([
        ...['Deceased', 'Walter Cohen', 'Walter Gone', 'Walter Müller', 'Walter Zimmer'],
      ]);
      const xlsx = succeeded(await harness.call(cases.export, { as: as(), query: { ...query, format: 'xlsx' } }));
      const sheet = await readSheet(Buffer.from(xlsx.text, 'base64'));
      const rows = sheet.map((row) => row.map((cell) => cell ?? '').join(','));
      expect(rows).toEqual(lines.map((line) => line.replaceAll('"', '')));
      expect(`${csv.text}${rows.join()}`).not.toContain('4320');
    });

    it('rejects without an audit entry an export that one response cannot hold', async () => {
      const { body } = succeeded(await harness.call(cases.exportRows, { as: as() }));
      const row = { ...(body.rows as CaseRow[])[0], service_location: 'ณ'.repeat(200) } as CaseRow;
      const walk = async () => ({ rows: Array.from({ length: 12_000 }, () => row), cursor: null });
      const recorded = async () => (await harness.items()).filter(({ pk }) => /#(AUDIT|OUTBOX)#/.test(pk)).length;
      const before = await recorded();
      vi.spyOn(caseScans, 'in').mockReturnValueOnce({ walk, requireCore: vi.fn() });
      expect([(await harness.call(cases.export, { as: as() })).status, await recorded()]).toEqual([409, before]);
    });

    it('pages for the administrator who began it', async () => {
      expect((await harness.call(cases.exportRows, { as: tenant.profiles.coordinator })).status).toBe(403);
      const { body } = succeeded(await harness.call(cases.exportRows, { as: as(), query: { search: 'walter' } }));
      expect([(body.rows as object[]).length, body.next_cursor]).toEqual([6, null]);
      for (const cursor of ['x', Buffer.from('{"e":"x"}').toString('base64url')])
        expect((await harness.call(cases.exportRows, { as: as(), query: { cursor } })).status).toBe(400);
    });

    it('pages to the end in every order and with every filter', async () => {
      const { cases: db } = harness.databaseOf(tenant.id);
      for (const filters of [
        {},
        { ordering: 'service_date' },
        { status: 'draft' },
        { search: 'walter' },
        { service_type: 'cremation' },
      ] as const) {
        const all: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await db.walk(filters, cursor, 2);
          all.push(...page.rows.map(({ id }) => id));
          cursor = page.cursor;
        }
        const { rows } = await db.list({ ...filters, page: 1, pageSize: 50 });
        expect([...all].sort()).toEqual(rows.map(({ id }) => id).sort());
      }
    });
  });

  it('shows who else has a case open, until their heartbeat ends', async () => {
    const { id } = await casesOf(harness, tenant).opened({ deceased_last_name: 'Shared' });
    const before = (await harness.items()).filter(({ pk }) => /#(AUDIT|OUTBOX)#/.test(pk)).length;
    const beat = async (role: Role, body: object) =>
      succeeded(await harness.call(cases.presence, { as: tenant.profiles[role], params: { id }, body })).body.others;
    expect(await beat('coordinator', { section: 'service' })).toEqual([]);
    const as = tenant.profiles.coordinator;
    expect(await beat('funeral_director', {})).toMatchObject([
      { id: as.id, name: 'Test coordinator', section: 'service', since: '2026-03-09T15:00:00.000Z' },
    ]);
    clock += 40_000;
    await beat('funeral_director', { section: 'notes' });
    clock += 20_000;
    // The coordinator had no heartbeat for fifty seconds.
    expect(await beat('coordinator', {})).toMatchObject([{ section: 'notes', since: '2026-03-09T15:00:00.000Z' }]);
    await beat('funeral_director', { leaving: true });
    expect(await beat('coordinator', {})).toEqual([]);
    expect((await harness.items()).filter(({ pk }) => /#(AUDIT|OUTBOX)#/.test(pk))).toHaveLength(before);
    const unknown = { as, params: { id }, body: { section: 'x' } };
    expect((await harness.call(cases.presence, unknown)).status).toBe(400);
  });

  it('R-05 leaves consistent records', async () => {
    expect(await harness.recount()).toEqual([]);
  });

  describe('GET /cases', () => {
    interface Given {
      name: string;
      at: string;
      status: CaseStatus;
      service_type: string;
      service_date: string;
    }
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
      tenant = await harness.addTenant('narrowed');
      const db = harness.databaseOf(tenant.id);
      for (const { name, at, status, service_type, service_date } of given) {
        const core: CaseRecord = {
          ...{ id: uuid(), organization_id: tenant.id, case_number: `T-${name}`, status, version: 1, created_at: at },
          ...{ updated_at: at, created_by_name: null, funeral_home_id: tenant.home.id, source_first_call_id: null },
          ...{ source_submission_id: null, ssn_id: null, ssn_last4: null, paid_cents: 0, customers: {} },
        };
        const sections = { deceased: { deceased_last_name: name }, service: { service_type, service_date } };
        await db.commit([...db.cases.create(core, sections), db.audit.entry('case.created', core.id)]);
      }
      await harness.projected();
    });

    const asked = async (query: Record<string, string>) => {
      const { body } = succeeded(await harness.call(cases.list, { as: tenant.profiles.coordinator, query }));
      const { count, count_is_exact } = body;
      const results = body.results as CaseRow[];
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
      [
        'a day of a year that is still being typed',
        { created_from: '0202-03-10', created_to: '9999-12-31' },
        () => true,
      ],
      ['a search and days', { search: 'case', created_from: '2026-03-10' }, ({ at }) => at >= '2026-03-10T05'],
    ])('filters by %s', async (_, query, matches) => expect(await asked(query)).toMatchObject(expected(matches)));

    it('filters by location, and shows its present name', async () => {
      const location = tenant.home.id;
      expect(await asked({ location, status: 'active' })).toMatchObject(expected(({ status }) => status === 'active'));
      expect((await asked({ location: uuid() })).count).toBe(0);
      const rename = { as: tenant.profiles.super_admin, params: { id: location }, body: { name: 'Renamed Chapel' } };
      succeeded(await harness.call(funeralHomeEndpoints.update, rename));
      const { results } = await asked({ location });
      expect(new Set(results.map(({ funeral_home_name: name }) => name))).toEqual(new Set(['Renamed Chapel']));
    });

    it('S-26 rejects invalid days and types', async () => {
      const as = tenant.profiles.coordinator;
      const refused = { created_from: '2026-02-30', service_to: 'soon', service_type: 'burial at sea' };
      for (const [name, value] of Object.entries(refused))
        expect((await harness.call(cases.list, { as, query: { [name]: value } })).status).toBe(400);
    });

    it('finds the next number behind hundreds of used ones with few reads', async () => {
      const other = await harness.addTenant('numbered');
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

    it('reports when it did not look at all matches', async () => {
      const db = harness.databaseOf(tenant.id);
      const page = vi.spyOn(harness.table, 'query');
      // Every row matches: the scan ends at its limit, not at the end of the list.
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
    ...{ id: crypto.randomUUID(), funeral_home_id: crypto.randomUUID(), created_at: '2026-03-01T10:00:00.000Z' },
    ...{ case_number: '', status: 'draft', deceased_full_name: '', date_of_birth: '' },
    ...{ date_of_death: '', service_date: '', informant_name: '' },
  };
});
