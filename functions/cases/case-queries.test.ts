import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#domain/access/roles.ts';
import { areas } from '#domain/contract/endpoints.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { casesOf, completion, wholeCase } from '#tests/support/records/cases.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { cases } = areas;

describe('cases looked at together', { timeout: 60_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let clock = Date.parse('2026-03-01T15:00:00Z');
  beforeAll(async () => {
    harness = await startHarness();
    harness.state.now = () => new Date(clock);
    tenant = await harness.addTenant('whitcomb-ames');
    // A day apart each; by two people.
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
  ])('are listed by %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('are counted by status and day, from counters alone', async () => {
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
      // Of four services in these days one is of a case that was cancelled.
      ...{ services_ahead: 3, services_ahead_is_exact: true },
      opened_by_status: { draft: 0, active: 1, completed: 0, cancelled: 1 },
      opened_by_day: [
        { date: '2026-03-05', count: 1 },
        { date: '2026-03-06', count: 1 },
        ...['2026-03-07', '2026-03-08', '2026-03-09'].map((date) => ({ date, count: 0 })),
      ],
      opened_by_month: [],
    });
    for (const days of ['0', '3661'])
      expect((await harness.call(cases.statistics, { as: tenant.profiles.office_staff, query: { days } })).status).toBe(
        400,
      );
  });

  it('wait for somebody: services of seven days, drafts, and what active cases lack', async () => {
    const { body } = succeeded(await harness.call(cases.queue, { as: tenant.profiles.coordinator, query: {} }));
    const told = Object.entries(body as Record<string, { count: number; cases: { deceased_full_name: string }[] }>);
    expect(
      Object.fromEntries(
        told.map(([name, { count, cases: of }]) => [
          name,
          [count, ...of.map((one) => one.deceased_full_name.slice(7))],
        ]),
      ),
    ).toEqual({
      services: [3, 'Cohen', 'Müller', 'Zimmer'],
      drafts: [3, 'Nowak', 'Ábel', 'Zimmer'],
      lacking: [1, 'Müller'],
    });
  });

  describe('an export', () => {
    const as = () => tenant.profiles.funeral_home_admin;

    it('S-31 is a CSV of all that match, and an XLSX that says the same', async () => {
      const query = { ordering: 'deceased_name', service_type: 'traditional' };
      const csv = succeeded(await harness.call(cases.export, { as: as(), query }));
      expect(csv.headers['content-disposition']).toContain('cases-2026-03-09.csv');
      const lines = csv.text.replace('\u{FEFF}', '').trimEnd().split('\r\n');
      expect(lines.map((line) => line.split(',')[2])).toEqual([
        ...['Deceased', 'Walter Cohen', 'Walter Gone', 'Walter Müller', 'Walter Zimmer'],
      ]);
      const xlsx = succeeded(await harness.call(cases.export, { as: as(), query: { ...query, format: 'xlsx' } }));
      const { sheets } = await readXlsx(Buffer.from(xlsx.text, 'base64'));
      const rows = sheets[0]?.rows.map((row) => row.map((cell) => cell ?? '').join(','));
      expect(rows).toEqual(lines.map((line) => line.replaceAll('"', '')));
      expect(`${csv.text}${rows?.join()}`).not.toContain('4320');
    });

    it('goes on page by page for whoever began it, and is for administrators', async () => {
      expect((await harness.call(cases.exportRows, { as: tenant.profiles.coordinator })).status).toBe(403);
      const { body } = succeeded(await harness.call(cases.exportRows, { as: as(), query: { search: 'walter' } }));
      expect([(body.rows as object[]).length, body.next_cursor]).toEqual([6, null]);
      for (const cursor of ['x', Buffer.from('{"e":"x"}').toString('base64url')])
        expect((await harness.call(cases.exportRows, { as: as(), query: { cursor } })).status).toBe(400);
    });

    it('is walked in parts to its end, in every order and with every filter', async () => {
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

  it('show who else is there, for as long as they give a sign, and leave no trace of it', async () => {
    const { id } = await casesOf(harness, tenant).opened({ deceased_last_name: 'Shared' });
    const before = (await harness.items()).filter(({ pk }) => /#(AUDIT|OUTBOX)#/.test(pk)).length;
    const beat = async (role: Role, body: object) =>
      succeeded(await harness.call(cases.presence, { as: tenant.profiles[role], params: { id }, body })).body.others;
    expect(await beat('coordinator', { section: 'service' })).toEqual([]);
    expect(await beat('funeral_director', {})).toMatchObject([
      {
        id: tenant.profiles.coordinator.id,
        name: 'Test coordinator',
        section: 'service',
        since: '2026-03-09T15:00:00.000Z',
      },
    ]);
    clock += 40_000;
    await beat('funeral_director', { section: 'notes' });
    clock += 20_000;
    // Whoever gave no sign for fifty seconds is gone; who did is there since they came.
    expect(await beat('coordinator', {})).toMatchObject([{ section: 'notes', since: '2026-03-09T15:00:00.000Z' }]);
    await beat('funeral_director', { leaving: true });
    expect(await beat('coordinator', {})).toEqual([]);
    expect((await harness.items()).filter(({ pk }) => /#(AUDIT|OUTBOX)#/.test(pk))).toHaveLength(before);
    expect(
      (await harness.call(cases.presence, { as: tenant.profiles.coordinator, params: { id }, body: { section: 'x' } }))
        .status,
    ).toBe(400);
  });

  it('R-05 agree with themselves', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});
