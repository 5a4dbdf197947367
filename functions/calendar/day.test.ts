import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseDay, DayEvent, Schedule } from '#domain/calendar/day.schema.ts';
import { dayMessages } from '#domain/calendar/day-messages.ts';
import type { RunSheet } from '#domain/calendar/run-sheet.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { defaultErrorMessages } from '#domain/shared/contract/errors.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { recordFirstCall } from '#tests/support/records/first-calls.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { createDayRepository } from './repository/days.ts';
import { emptyRecord } from './schedule.ts';

const { harness, tenant } = await startHarnessWithTenant();
const rows = areas['case-events'];
const { day } = areas;
const { super_admin: owner, office_staff: office, coordinator, funeral_director: director } = tenant.profiles;
const cases = casesOf(harness, tenant);

beforeAll(() => {
  harness.state.now = () => new Date('2031-03-01T15:00:00Z');
});

const service = { service_date: '2031-03-14', service_time: '13:00', date_of_death: '2031-02-27' };
/** Each in a place of its own, so that services do not conflict. */
const opened = async (changes: object = {}) => {
  const { id } = await cases.opened({ ...wholeCase, ...service, service_location: uuid(), ...changes });
  await harness.projected();
  return id;
};
const create = (id: string, body: object, as = director) => harness.call(rows.create, { as, params: { id }, body });
const add = async (id: string, body: object) => succeeded(await create(id, body)).body as unknown as DayEvent;
const patch = (id: string, event_id: string, body: object, as = director) =>
  harness.call(rows.update, { as, params: { id, event_id }, body });
const remove = (id: string, event_id: string) => harness.call(rows.remove, { as: director, params: { id, event_id } });
const dayOf = async (id: string) =>
  succeeded(await harness.call(rows.list, { as: office, params: { id } })).body as unknown as CaseDay;
const addResource = async (body: object = {}): Promise<string> => {
  const hearse = { kind: 'vehicle', name: `Hearse ${uuid()}`, minutes_between: 30, ...body };
  return String(succeeded(await harness.call(day.addResource, { as: owner, body: hearse })).body.id);
};
const actionsOf = async (id: string) => (await casesOf(harness, tenant).log(id)).map(({ action }) => action);
const announcedFor = async (event: string) =>
  (await unsentEvents(harness.calmTable, new Date(Date.now() + 1e12)))
    .filter(({ name }) => name === 'run-sheet.changed')
    .map(({ envelope }) => envelope.payload as { event: string; profile_id: string; day: string })
    .filter((payload) => payload.event === event);
const sheetsFor = async (event: string) => (await announcedFor(event)).map(({ profile_id }) => profile_id);
const daysFor = async (event: string) => (await announcedFor(event)).map((payload) => payload.day).toSorted();
const committal = { kind: 'committal', date: '2031-03-20', time: '14:00', end_time: '14:30' };

describe('events of a case', () => {
  it('lists the service of the fields with proposals, and adds an event', async () => {
    const id = await opened({ service_location: 'Chapel' });
    const { events, proposals, today } = await dayOf(id);
    expect([today, events.map((event) => event.id)]).toEqual(['2031-03-01', [`${id}-service`]]);
    expect(events[0]).toMatchObject({ kind: 'service', time: '13:00', place: 'Chapel', of_fields: true, version: 0 });
    expect(proposals.map(({ kind }) => kind)).toEqual(['visitation', 'procession', 'committal', 'reception']);
    const visitation = { kind: 'visitation', date: '2031-03-13', time: '22:00', end_time: '01:00', place: 'Chapel' };
    expect(await add(id, visitation)).toMatchObject({
      version: 1,
      end_date: '2031-03-14',
      end_time: '01:00',
      case: id,
    });
    const after = await dayOf(id);
    expect(after.events.map(({ kind }) => kind)).toEqual(['visitation', 'service']);
    expect(after.proposals.map(({ kind }) => kind)).not.toContain('visitation');
    expect(await actionsOf(id)).toContain('event.added');
  });

  it.each([
    [{ kind: 'other' }, { title: [dayMessages.titleOfOther] }],
    [{ time: '', end_time: '15:00' }, { time: [dayMessages.endNeedsTime] }],
    [{ end_date: '2031-03-25', end_time: '15:00' }, { end_date: [dayMessages.tooLong] }],
    [{ end_date: '2031-03-19', end_time: '15:00' }, { end_time: [dayMessages.endFirst] }],
    [{ needs: [{ kind: 'vehicle', member: director.id }] }, { 'needs.0.member': [dayMessages.noSuchMember] }],
  ])('rejects %j', async (changes, errors) => {
    const { status, body } = await create(await opened(), { ...committal, ...changes });
    expect([status, body]).toEqual([400, errors]);
  });

  it('adds at most 60 events to a case', async () => {
    const id = await opened();
    const { table } = harness;
    const days = createDayRepository(table, keysOf(tenant.id));
    const record = (n: number) => ({ ...emptyRecord(uuid(), id, 'delivery'), date: '2031-03-20', minutes: n });
    await table.transact(Array.from({ length: 58 }, (_, n) => days.create(record(n))));
    const answers = await Promise.all([committal, committal].map((body) => create(id, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.non_field_errors).toEqual([dayMessages.tooMany]);
  });

  it('takes only resources of the kind, in use, and of the home or shared', async () => {
    const id = await opened();
    const [shared, ended] = [await addResource(), await addResource()];
    const change = { as: owner, params: { id: ended }, body: { active: false } };
    succeeded(await harness.call(day.changeResource, change));
    const tried = await create(id, {
      ...committal,
      needs: [
        { kind: 'vehicle', resource: shared },
        ...[ended, shared].map((resource) => ({ kind: 'room', resource })),
      ],
    });
    expect([tried.status, tried.body]).toEqual([
      400,
      { 'needs.1.resource': [dayMessages.noSuchResource], 'needs.2.resource': [dayMessages.noSuchResource] },
    ]);
  });

  it('refuses a hearse that another committal needs until a reason is given', async () => {
    const [one, two] = [await opened(), await opened({ deceased_last_name: 'Hale' })];
    const [hearse, spare] = [await addResource(), await addResource()];
    const needs = [{ kind: 'vehicle', resource: hearse, confirmed: true }];
    await add(one, { ...committal, needs });
    await harness.projected();
    const second = { ...committal, time: '14:45', end_time: '15:15', needs };
    const refused = await create(two, second);
    expect(refused).toMatchObject({ status: 409, body: { detail: dayMessages.conflict } });
    const [conflict] = refused.body.conflicts as CaseDay['conflicts'];
    expect(conflict).toMatchObject({ of: 'vehicle', with: 'Committal, Pruitt', time: '14:00', end_time: '14:30' });
    expect(conflict?.free.map((resource) => resource.id)).toContain(spare);
    expect((await dayOf(two)).events).toHaveLength(1);
    const saved = await add(two, { ...second, conflict_reason: 'The second hearse is on its way' });
    expect(saved.conflict_reason).toBe('The second hearse is on its way');
    expect((await dayOf(one)).conflicts).toMatchObject([{ reason: 'The second hearse is on its way' }]);
    // A known conflict is not asked about again, and its reason goes with it.
    const noted = succeeded(await patch(two, saved.id, { notes: 'Gate 2' })).body.event;
    expect(noted).toMatchObject({ notes: 'Gate 2', conflict_reason: 'The second hearse is on its way' });
    // A reason for too little time between two events covers no overlap.
    expect((await patch(two, saved.id, { time: '14:15', end_time: '14:45' })).status).toBe(409);
    const free = succeeded(await patch(two, saved.id, { time: '15:30', end_time: '16:00' })).body.event;
    expect(free).toMatchObject({ conflict_reason: '' });
  });

  it('asks for a reason when the service moves to a place that is taken', async () => {
    const place = { service_location: 'Side chapel' };
    const [id] = [await opened({ ...place, service_time: '09:00' }), await opened(place)];
    expect(await patch(id, `${id}-service`, { time: '13:30' })).toMatchObject({
      ...{ status: 409, body: { conflicts: [{ of: 'room', name: 'Side chapel' }] } },
    });
    expect((await cases.get(id)).sections.service?.values.service_time).toBe('09:00');
    succeeded(await patch(id, `${id}-service`, { time: '13:30', conflict_reason: 'The wall is opened' }));
    await harness.projected();
    expect((await dayOf(id)).conflicts).toMatchObject([{ of: 'room', reason: 'The wall is opened' }]);
  });

  it('names a hearse once that both records and words book twice for two cases', async () => {
    const service_vehicle = 'Hearse 501';
    const resource = await addResource({ name: service_vehicle });
    const [one, two] = [await opened({ service_vehicle }), await opened({ service_vehicle, service_time: '14:00' })];
    expect((await dayOf(one)).conflicts).toMatchObject([
      { of: 'vehicle', event_ids: [`${one}-service`, `${two}-service`] },
    ]);
    const [needs, reason] = [[{ kind: 'vehicle', resource }], { conflict_reason: 'Two runs' }];
    succeeded(await patch(two, `${two}-service`, { needs, ...reason }));
    await harness.projected();
    const { id } = await add(one, { ...committal, date: '2031-03-14', time: '14:15', needs, ...reason });
    await harness.projected();
    expect((await dayOf(one)).conflicts).toMatchObject([{ of: 'vehicle', event_ids: [id, `${two}-service`] }]);
    // Another hearse for the committal takes the place of the words, too.
    const [spare] = [{ ...needs[0], resource: await addResource({ name: 'Hearse 502' }) }];
    succeeded(await patch(one, id, { needs: [spare] }));
    expect((await dayOf(one)).conflicts).toEqual([]);
  });

  it('needs no time between two events of one case', async () => {
    const id = await opened();
    const needs = [{ kind: 'vehicle', resource: await addResource() }];
    await add(id, { ...committal, kind: 'procession', time: '13:30', end_time: '14:00', needs });
    await add(id, { ...committal, needs });
    expect((await dayOf(id)).conflicts).toEqual([]);
  });

  it('changes the fields of the case by its service, and shows a change of the case', async () => {
    const id = await opened();
    const eventId = `${id}-service`;
    const body = { date: '2031-03-15', time: '10:00', end_time: '11:30', place: 'Grace Church', notes: 'Two singers' };
    expect(succeeded(await patch(id, eventId, body)).body).toMatchObject({
      event: { ...body, version: 1, of_fields: true, updated_by_name: `${director.first_name} ${director.last_name}` },
      moved: [],
    });
    const { values } = (await cases.get(id)).sections.service ?? {};
    expect(values).toMatchObject({
      service_date: '2031-03-15',
      service_time: '10:00',
      service_location: 'Grace Church',
    });
    expect(await actionsOf(id)).toEqual(expect.arrayContaining(['event.changed', 'case.updated']));
    succeeded(await cases.patch(id, { service_time: '16:00' }));
    const [shown] = (await dayOf(id)).events;
    expect(shown).toMatchObject({ time: '16:00', end_time: '17:30', notes: 'Two singers' });
  });

  it('lets office staff plan, but not move the service', async () => {
    const id = await opened();
    expect((await patch(id, `${id}-service`, { time: '10:00' }, office)).status).toBe(403);
    succeeded(await patch(id, `${id}-service`, { wishes: 'No flowers' }, office));
    const { id: eventId } = await add(id, committal);
    succeeded(await patch(id, eventId, { time: '15:00' }, office));
  });

  it('names errors of the fields as the event does, and keeps its kind', async () => {
    const id = await opened();
    const far = await patch(id, `${id}-service`, { date: '1850-01-02' });
    expect([far.status, Object.keys(far.body)]).toEqual([400, ['date']]);
    const other = await patch(id, `${id}-service`, { kind: 'reception' });
    expect([other.status, other.body]).toEqual([400, { kind: [dayMessages.kindFixed] }]);
    expect(await remove(id, `${id}-service`)).toMatchObject({ status: 409, body: { detail: dayMessages.fixed } });
    expect((await patch(id, `${id}-cremation`, { time: '10:00' })).status).toBe(404);
  });

  it('moves other events of the case along in one transaction', async () => {
    const id = await opened();
    const evening = await add(id, { kind: 'visitation', date: '2031-03-13', time: '17:00', end_time: '20:00' });
    const late = await add(id, { ...committal, date: '2031-03-14', time: '23:30', end_time: '00:30' });
    const move_also = [late.id, evening.id, late.id];
    const body = succeeded(await patch(id, `${id}-service`, { date: '2031-03-15', time: '14:00', move_also })).body;
    expect(body).toMatchObject({
      event: { date: '2031-03-15', time: '14:00' },
      moved: [
        { id: late.id, date: '2031-03-16', time: '00:30', end_date: '2031-03-16', end_time: '01:30', version: 2 },
        { id: evening.id, date: '2031-03-14', time: '18:00', end_time: '21:00', version: 2 },
      ],
    });
    expect((await actionsOf(id)).filter((action) => action === 'event.changed')).toHaveLength(1);
    const same = succeeded(await patch(id, evening.id, { time: '18:00', notes: '' })).body;
    expect(same).toMatchObject({ event: { version: 2 }, moved: [] });
    // Moving the committal moves the service of the fields, too.
    succeeded(await patch(id, late.id, { time: '01:30', move_also: [`${id}-service`] }));
    expect((await cases.get(id)).sections.service?.values.service_time).toBe('15:00');
    const refused = await patch(id, `${id}-service`, { time: '16:00', move_also: [evening.id, uuid()] });
    expect([refused.status, refused.body]).toEqual([400, { move_also: [dayMessages.noSuchEvent] }]);
    expect((await dayOf(id)).events.find((event) => event.id === evening.id)?.time).toBe('18:00');
  });

  it('moves 60 events with all their people along', async () => {
    const id = await opened();
    const days = createDayRepository(harness.table, keysOf(tenant.id));
    const open = { resource: null, words: '', role: '', confirmed: true };
    const needs = [owner, office, coordinator].map((one) => ({ ...open, kind: 'person' as const, member: one.id }));
    const dateOf = (n: number): string => addDays('2031-09-01', n);
    const records = Array.from({ length: 59 }, (_, n) => ({
      ...{ ...emptyRecord(uuid(), id, 'delivery'), version: 1, date: dateOf(n), needs },
    }));
    await harness.table.transact(records.map((record) => days.create(record)));
    const body = { date: '2031-03-15', move_also: records.map((one) => one.id), conflict_reason: 'All are there' };
    expect(succeeded(await patch(id, `${id}-service`, body)).body.moved).toHaveLength(59);
  });

  it('keeps the day of an end of which only the time changes', async () => {
    const id = await opened();
    const { id: vigil } = await add(id, { ...committal, end_date: '2031-03-22', end_time: '12:00' });
    const { event } = succeeded(await patch(id, vigil, { end_time: '13:00' })).body;
    expect(event).toMatchObject({ end_date: '2031-03-22', end_time: '13:00' });
  });

  it('forgets the address of a place when the case names another', async () => {
    const id = await opened();
    const address = '1 Main St';
    succeeded(await patch(id, `${id}-service`, { place: 'Grace Church', address }));
    const shown = async () => {
      await harness.projected();
      const query = { from: service.service_date, to: service.service_date };
      const { body } = succeeded(await harness.call(day.schedule, { as: office, query }));
      const inSchedule = (body.events as DayEvent[]).find((event) => event.case === id);
      return [inSchedule, (await dayOf(id)).events[0]].map((event) => [event?.place, event?.address]);
    };
    expect(await shown()).toEqual(Array(2).fill(['Grace Church', address]));
    succeeded(await cases.patch(id, { service_location: 'Hall' }));
    expect(await shown()).toEqual(Array(2).fill(['Hall', '']));
    succeeded(await patch(id, `${id}-service`, { notes: 'Two singers' }));
    expect(await shown()).toEqual(Array(2).fill(['Hall', '']));
  });

  it('keeps one of two changes of the same version, and returns the event to the other', async () => {
    const id = await opened();
    const { id: eventId } = await add(id, committal);
    const answers = await Promise.all(
      ['15:00', '16:00'].map((time) => patch(id, eventId, { version: 1, time, end_time: '17:00' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const stale = answers.find(({ status }) => status === 409);
    expect(stale?.body).toMatchObject({ detail: defaultErrorMessages.conflict, current: { version: 2 } });
  });

  it('refuses to plan a cancelled case, and deletes events with their case', async () => {
    const id = await opened();
    const { id: eventId } = await add(id, committal);
    succeeded(await cases.cancel(id));
    for (const refused of [
      await create(id, committal),
      await patch(id, eventId, { time: '15:00' }),
      await remove(id, eventId),
    ])
      expect(refused).toMatchObject({ status: 409, body: { detail: dayMessages.closed } });
    succeeded(await cases.remove(id));
    expect(
      await harness.calmTable.query({ pk: keysOf(tenant.id).caseItems(id), between: ['EVENT#', 'EVENT$'] }),
    ).toEqual([]);
  });

  it('tells the people of an event but the caller, until its day is over', async () => {
    const id = await opened();
    const needs = [coordinator.id, director.id].map((member) => ({ kind: 'person', member }));
    const coming = await add(id, { ...committal, date: '2031-03-21', needs });
    expect(await sheetsFor(coming.id)).toEqual([coordinator.id]);
    succeeded(await patch(id, coming.id, { needs: [{ kind: 'person', member: office.id }] }));
    expect((await sheetsFor(coming.id)).toSorted()).toEqual([coordinator.id, coordinator.id, office.id].toSorted());
    const past = await add(id, { ...committal, date: '2031-02-28', needs });
    expect(await sheetsFor(past.id)).toEqual([]);
  });

  it('tells people about both days of a moved event, and nothing if it reads alike', async () => {
    const id = await opened();
    const needs = [{ kind: 'person', member: coordinator.id }];
    const { id: eventId } = await add(id, { ...committal, needs });
    succeeded(await patch(id, eventId, { date: '2031-03-21' }));
    expect(await daysFor(eventId)).toEqual(['2031-03-20', '2031-03-20', '2031-03-21']);
    succeeded(await patch(id, eventId, { is_public: true }));
    expect(await daysFor(eventId)).toHaveLength(3);
  });

  it('tells people that their case moved its service, was cancelled or reopened', async () => {
    const id = await opened();
    const eventId = `${id}-service`;
    succeeded(await patch(id, eventId, { needs: [{ kind: 'person', member: coordinator.id }] }));
    expect(await daysFor(eventId)).toEqual(['2031-03-14']);
    succeeded(await cases.patch(id, { service_date: '2031-03-16' }));
    expect(await daysFor(eventId)).toEqual(['2031-03-14', '2031-03-14', '2031-03-16']);
    succeeded(await cases.patch(id, { deceased_middle_name: 'James' }));
    succeeded(await cases.cancel(id));
    succeeded(await cases.reopen(id));
    expect((await daysFor(eventId)).slice(3)).toEqual(['2031-03-16', '2031-03-16']);
  });
});

describe('the day', () => {
  const addOffice = async (body: object = {}) => {
    const meeting = {
      kind: 'other',
      title: 'Meeting',
      date: '2031-04-07',
      time: '08:00',
      funeral_home: tenant.home.id,
    };
    return harness.call(day.createOffice, { as: office, body: { ...meeting, ...body } });
  };
  const schedule = async (query: Record<string, string>) =>
    succeeded(await harness.call(day.schedule, { as: office, query })).body as unknown as Schedule;

  it('shows a repeated meeting on each day that is not skipped', async () => {
    const repeats = { every: 'week', until: '2031-04-28', skipped: ['2031-04-14'] };
    const { id } = succeeded(await addOffice({ repeats })).body;
    const days = async () => (await schedule({ from: '2031-04-01', to: '2031-05-10' })).events.map(({ date }) => date);
    expect(await days()).toEqual(['2031-04-07', '2031-04-21', '2031-04-28']);
    const params = { event_id: String(id) };
    const early = { as: office, params, body: { date: '2031-05-05' } };
    expect((await harness.call(day.updateOffice, early)).body).toEqual({ 'repeats.until': [dayMessages.untilFirst] });
    succeeded(await harness.call(day.updateOffice, { as: office, params, body: { version: 1, date: '2031-04-14' } }));
    expect(await days()).toEqual(['2031-04-21', '2031-04-28']);
    succeeded(await harness.call(day.removeOffice, { as: office, params }));
    expect(await days()).toEqual([]);
  });

  it('shows a service of three days on its last day', async () => {
    const id = await opened({ service_date: '2031-05-01', service_time: '13:00' });
    succeeded(await patch(id, `${id}-service`, { end_date: '2031-05-04', end_time: '12:00' }));
    await harness.projected();
    const { events } = await schedule({ from: '2031-05-04', to: '2031-05-04' });
    expect(events.map((event) => event.case)).toContain(id);
  });

  it('says before a meeting is saved that its people are off or needed elsewhere', async () => {
    const shift = { member: coordinator.id, kind: 'off', funeral_home: tenant.home.id };
    const times = { date: '2031-06-02', time: '00:00', end_date: '2031-06-03', end_time: '00:00' };
    const added = succeeded(await harness.call(day.addShift, { as: office, body: { ...shift, ...times } })).body;
    const needs = [{ kind: 'person', member: coordinator.id }];
    const refused = await addOffice({ date: '2031-06-02', needs });
    expect(refused).toMatchObject({ status: 409, body: { conflicts: [{ of: 'shift', with: 'Off' }] } });
    const { shifts } = await schedule({ from: '2031-06-03', to: '2031-06-03' });
    expect(shifts.map(({ id }) => id)).toEqual([added.id]);
    succeeded(await harness.call(day.removeShift, { as: office, params: { id: String(added.id) } }));
    succeeded(await addOffice({ date: '2031-06-02', needs }));
    const again = await addOffice({ date: '2031-06-02', time: '08:30', needs });
    expect(again).toMatchObject({ status: 409, body: { conflicts: [{ of: 'person', with: 'Meeting' }] } });
  });

  it.each([
    [{ end_date: '2031-06-01' }, { end_time: [dayMessages.endFirst] }],
    [{ end_date: '2031-06-20' }, { end_date: [dayMessages.shiftTooLong] }],
  ])('rejects a shift with %j', async (changes, errors) => {
    const times = { date: '2031-06-02', time: '18:00', end_time: '08:00', ...changes };
    const body = { member: coordinator.id, kind: 'on_call', funeral_home: tenant.home.id, ...times };
    expect((await harness.call(day.addShift, { as: office, body })).body).toEqual(errors);
  });

  it('lets a name of a resource be used again once it is no longer in use', async () => {
    const body = { kind: 'room', name: 'Viewing room' };
    const { id } = succeeded(await harness.call(day.addResource, { as: owner, body })).body;
    const again = { as: owner, body: { ...body, name: 'VIEWING room' } };
    expect((await harness.call(day.addResource, again)).body).toEqual({ name: [dayMessages.sameName] });
    const ended = { as: owner, params: { id: String(id) }, body: { version: 1, active: false } };
    succeeded(await harness.call(day.changeResource, ended));
    succeeded(await harness.call(day.addResource, again));
    const back = { ...ended, body: { active: true } };
    expect((await harness.call(day.changeResource, back)).body).toEqual({ name: [dayMessages.sameName] });
    const stale = { ...ended, body: { version: 1, note: 'Upstairs' } };
    expect(await harness.call(day.changeResource, stale)).toMatchObject({
      status: 409,
      body: { current: { version: 2 } },
    });
  });

  it('says what changed since a run sheet was seen, and counts its contents', async () => {
    const id = await opened({ service_date: '2031-07-04', service_time: '10:00' });
    const as = coordinator;
    const query = { day: '2031-07-04', member: coordinator.id };
    const read = async () => succeeded(await harness.call(day.runSheet, { as, query })).body as unknown as RunSheet;
    const see = (fingerprint: string) => harness.call(day.seeRunSheet, { as, body: { ...query, fingerprint } });
    const needs = [{ kind: 'person', member: coordinator.id, role: 'leads the service' }];
    succeeded(await patch(id, `${id}-service`, { needs }));
    const first = await read();
    expect(first).toMatchObject({ seen: null, changes: [], member_name: 'Test coordinator', phone: tenant.home.phone });
    expect(first.events.map((event) => event.id)).toEqual([`${id}-service`]);
    expect(first.open.map(({ text }) => text)).toContainEqual(expect.stringContaining('not confirmed'));
    expect(succeeded(await see(first.fingerprint)).body).toMatchObject({ number: 1, printed: false });
    succeeded(await patch(id, `${id}-service`, { time: '11:00' }));
    await harness.projected();
    expect((await see(first.fingerprint)).status).toBe(409);
    const second = await read();
    expect(second).toMatchObject({ seen: { number: 1 } });
    expect(second.changes).toMatchObject([
      { field: 'Time', was: '10:00 AM', now: '11:00 AM', by_name: 'Test funeral_director' },
    ]);
    expect(succeeded(await see(second.fingerprint)).body).toMatchObject({ number: 2 });
    expect((await read()).changes).toEqual([]);
  });

  it('lists promised arrivals for everyone and for who is then on call at the home', async () => {
    const call = {
      deceased_last_name: 'Arriving',
      place_of_death: 'Moultrie Creek',
      removal_expected_at: '2031-03-02T18:00',
    };
    const { id } = await recordFirstCall(harness, tenant, call);
    const night = { date: '2031-03-02', time: '17:00', end_date: '2031-03-03', end_time: '08:00' };
    for (const [member, times] of [
      [coordinator, night],
      [office, { ...night, time: '19:00' }],
    ] as const) {
      const body = { member: member.id, kind: 'on_call', funeral_home: tenant.home.id, note: '', ...times };
      succeeded(await harness.call(day.addShift, { as: owner, body }));
    }
    const sheetOf = async (query: object) => {
      await harness.projected();
      const { body } = await harness.call(day.runSheet, { as: director, query: { day: '2031-03-02', ...query } });
      return (body as unknown as RunSheet).events.filter(({ first_call }) => first_call === id);
    };
    expect(await sheetOf({})).toMatchObject([
      {
        ...{ id: `${id}-arrival`, kind: 'removal', title: 'Promised arrival', time: '18:00', case: null },
        ...{ place: 'Moultrie Creek', deceased_last_name: 'Arriving' },
        contacts: [{ kind: 'family', phone: '9045550171' }],
      },
    ]);
    expect(await sheetOf({ member: coordinator.id })).toHaveLength(1);
    expect(await sheetOf({ member: office.id })).toEqual([]);
    const arrived = { params: { id }, body: { step: 'arrived' } };
    succeeded(await harness.call(areas['first-calls'].recordRemoval, { as: director, ...arrived }));
    expect(await sheetOf({})).toEqual([]);
  });

  it('rejects too many days', async () => {
    const { status, body } = await harness.call(day.schedule, {
      as: office,
      query: { from: '2031-01-01', to: '2031-04-01' },
    });
    expect([status, body]).toEqual([400, { to: ['Choose at most 62 days'] }]);
  });

  it('prints the run sheet of a day and of one person as a PDF', async () => {
    const id = await opened({ service_date: '2031-08-01', service_time: '10:00' });
    succeeded(await patch(id, `${id}-service`, { needs: [{ kind: 'person', member: coordinator.id }] }));
    const print = async (query: object) => {
      const { status, text } = await harness.call(areas.paper.runSheet, {
        ...{ as: office, query: { day: '2031-08-01', ...query } },
      });
      expect([status, Buffer.from(text, 'base64').toString('latin1', 0, 5)]).toEqual([200, '%PDF-']);
      return text;
    };
    expect(await print({})).not.toBe(await print({ member: coordinator.id }));
  });
});
