import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CalendarEvent, CalendarEvents } from '#domain/calendar/calendar.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const { calendar } = areas;

const { harness, tenant } = await startHarnessWithTenant();

describe('the calendar', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    harness.state.now = () => new Date('2026-03-09T15:00:00Z');
    const director = casesOf(harness, tenant);
    const given: [last: string, more: object][] = [
      ['Zimmer', { service_date: '2026-03-12', service_time: '10:00', service_vehicle: 'Hearse 1' }],
      [
        'Ábel',
        { service_date: '2026-03-12', service_time: '11:15', service_location: 'chapel ', service_vehicle: 'hearse 1' },
      ],
      ['Cohen', { service_date: '2026-03-10', service_type: 'cremation', cremation_date: '2026-03-11' }],
      ['Nowak', { service_date: '', cremation_date: '2026-03-15', cremation_time: '08:30', service_type: 'cremation' }],
    ];
    for (const [deceased_last_name, more] of given)
      await director.opened({ ...wholeCase, deceased_last_name, ...more });
    // The case keeps the date of a cremation that was replaced by a burial; the calendar does not show it.
    const cremation = { service_type: 'cremation', cremation_date: '2026-03-11', service_date: '2026-03-16' };
    const changed = await director.opened({ ...wholeCase, deceased_last_name: 'Müller', ...cremation });
    const service = { version: changed.sections.service?.version, values: { service_type: 'traditional' } };
    succeeded(await director.patch(changed.id, { sections: { service } }));
    const entombed = { service_type: 'memorial', disposition_method: 'entombment', disposition_place: 'Oak Hill' };
    const later = { service_date: '2026-03-20', disposition_date: '2026-03-13', disposition_time: '09:00' };
    await director.opened({ ...wholeCase, deceased_last_name: 'Ortiz', ...entombed, ...later });
    const { id } = await director.opened({ ...wholeCase, deceased_last_name: 'Gone', service_date: '2026-03-11' });
    succeeded(await director.cancel(id));
    const undated = await director.opened({ ...wholeCase, deceased_last_name: 'Undone', service_date: '' });
    succeeded(await director.cancel(undated.id));
    await harness.projected();
  });

  const ask = async (query: Record<string, string> = {}) =>
    succeeded(await harness.call(calendar.events, { as: tenant.profiles.office_staff, query })).body;
  const eventsOf = async (query: Record<string, string> = {}) =>
    ((await ask(query)).events as CalendarEvent[]).map(
      ({ date, time, kind, deceased_full_name }) => `${date} ${time} ${kind} ${deceased_full_name.slice(7)}`,
    );

  it('returns a week of services and dispositions by time, no cancelled ones', async () => {
    expect(await eventsOf()).toEqual([
      '2026-03-10  service Cohen',
      '2026-03-11  cremation Cohen',
      '2026-03-12 10:00 service Zimmer',
      '2026-03-12 11:15 service Ábel',
      '2026-03-13 09:00 disposition Ortiz',
      '2026-03-15 08:30 cremation Nowak',
    ]);
    expect(await ask()).toMatchObject({ from: '2026-03-09', to: '2026-03-15', is_complete: true });
  });

  it('filters by days, kind and location', async () => {
    expect(await eventsOf({ from: '2026-03-16', to: '2026-03-16' })).toEqual(['2026-03-16  service Müller']);
    expect(await eventsOf({ kind: 'cremation', location: tenant.home.id })).toEqual([
      '2026-03-11  cremation Cohen',
      '2026-03-15 08:30 cremation Nowak',
    ]);
    expect((await ask({ kind: 'disposition' })).events).toMatchObject([
      { kind: 'disposition', disposition_method: 'entombment', place: 'Oak Hill', date: '2026-03-13' },
    ]);
    expect(await eventsOf({ kind: 'service', to: '2026-03-10' })).toEqual(['2026-03-10  service Cohen']);
  });

  it('returns services that conflict', async () => {
    const { events, clashes } = (await ask()) as { events: CalendarEvent[]; clashes: object[] };
    const ids = events.filter(({ kind, time }) => kind === 'service' && time !== '').map(({ id }) => id);
    expect(clashes).toEqual([
      { date: '2026-03-12', of: 'place', place: 'Chapel', event_ids: ids },
      { date: '2026-03-12', of: 'vehicle', place: 'Hearse 1', event_ids: ids },
    ]);
  });

  it.each([
    [{ from: '2026-03-10', to: '2026-03-09' }, 'to', 'End date cannot be before start date'],
    [{ from: '2026-03-01', to: '2026-05-02' }, 'to', 'Choose at most 62 days'],
    [{ from: '2026-02-30' }, 'from', 'Enter a date as YYYY-MM-DD'],
  ])('rejects %j', async (query, field, message) => {
    const { status, body } = await harness.call(calendar.events, { as: tenant.profiles.coordinator, query });
    expect([status, (body as Record<string, string[]>)[field]]).toEqual([400, [message]]);
  });

  it('returns today at the home, and the cases without a date', async () => {
    const { body } = succeeded(await harness.call(calendar.overview, { as: tenant.profiles.coordinator }));
    expect(body).toMatchObject({ today: '2026-03-09', undated: { count: 1, count_is_exact: true } });
    const { cases } = body.undated as { cases: { deceased_full_name: string }[] };
    expect(cases.map(({ deceased_full_name }) => deceased_full_name)).toEqual(['Walter Nowak']);
  });

  it("returns other homes' services only if they need the same hearse or leader", async () => {
    const db = harness.databaseOf(tenant.id);
    const northside = { ...tenant.home, id: uuid(), slug: 'northside', name: 'Northside' };
    await db.commit(db.organizations.putHome({ ...northside, case_numbering: { prefix: 'NC', padding: 4 } }));
    const there = { ...wholeCase, location: northside.id, service_date: '2026-03-12', service_time: '10:30' };
    const calls = casesOf(harness, tenant, 'super_admin');
    const needing = await calls.opened({ ...there, deceased_last_name: 'Hale', service_vehicle: 'HEARSE 1' });
    await calls.opened({ ...there, deceased_last_name: 'Reed', service_vehicle: 'Hearse 2' });
    await harness.projected();
    const { events, others, clashes } = (await ask({ location: tenant.home.id })) as CalendarEvents;
    expect(others.map(({ case_id, funeral_home_name }) => [case_id, funeral_home_name])).toEqual([
      [needing.id, 'Northside'],
    ]);
    expect(clashes.find(({ of }) => of === 'vehicle')?.event_ids).toContain(`${needing.id}-service`);
    expect(events.every(({ funeral_home_id }) => funeral_home_id === tenant.home.id)).toBe(true);
    expect((await ask()).others).toEqual([]);
  });
});
