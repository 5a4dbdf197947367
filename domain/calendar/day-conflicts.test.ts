import { describe, expect, it } from 'vitest';
import type { DayEvent, EventNeed, Resource, Shift } from './day.schema.ts';
import { conflictsOf, dayConflicts, type PlannedEvent, type Planning, spanOf } from './day-conflicts.ts';

const resource = (id: string, more: Partial<Resource> = {}): Resource => ({
  ...{ id, version: 1, funeral_home_id: null, kind: 'vehicle', name: id, minutes_between: 30, note: '', active: true },
  ...more,
});
const planning: Planning = {
  resources: [resource('Hearse 1'), resource('Hearse 2')],
  shifts: [],
  zones: new Map([
    ['Augusta', 'America/New_York'],
    ['Boulder', 'America/Denver'],
  ]),
};
const need = (more: Partial<EventNeed>): EventNeed => ({
  ...{ kind: 'person', member: null, resource: null, words: '', role: '', confirmed: true, name: '', phone: '' },
  ...more,
});
const hearse = need({ kind: 'vehicle', resource: 'Hearse 1', name: 'Hearse 1' });
const dee = need({ member: 'dee', name: 'Dee Kowalski' });
const event = (id: string, time: string, end_time: string, more: Partial<PlannedEvent> = {}): PlannedEvent => ({
  ...{ id, case: id, kind: 'committal', title: '', service_type: 'traditional', date: '2026-03-10', time, end_time },
  ...{
    end_date: '2026-03-10',
    needs: [hearse],
    conflict_reason: '',
    deceased_last_name: id,
    funeral_home_id: 'Augusta',
  },
  ...more,
});
const idsOf = (events: PlannedEvent[], more: Partial<Planning> = {}): string[][] =>
  dayConflicts(events, { ...planning, ...more }).map(({ event_ids }) => event_ids);

describe('two committals and one hearse', () => {
  const first = event('Pruitt', '13:00', '13:30');

  it.each([
    ['13:59', [['Pruitt', 'Hale']]],
    ['14:00', []],
  ])('conflict with 30 minutes between when the second is at %s', (time, ids) => {
    expect(idsOf([first, event('Hale', time, '14:30')])).toEqual(ids);
  });

  it('say what the other event is, and which hearse is free', () => {
    const second = event('Hale', '13:15', '13:45', { conflict_reason: 'Two trips' });
    const [conflict] = dayConflicts([first, second], planning, ({ id }) => id === 'Hale');
    expect(conflict).toMatchObject({
      ...{ of: 'vehicle', name: 'Hearse 1', with: 'Committal, Pruitt', time: '13:00', end_time: '13:30' },
      ...{ free: [{ id: 'Hearse 2', name: 'Hearse 2' }], reason: 'Two trips', event_ids: ['Hale', 'Pruitt'] },
    });
    const close = event('Hale', '13:45', '14:15');
    expect(conflict).not.toHaveProperty('minutes_between');
    expect(dayConflicts([first, close], planning)[0]).toMatchObject({ minutes_between: 30 });
    const other = event('Reed', '14:10', '14:40', { needs: [need({ kind: 'vehicle', resource: 'Hearse 2' })] });
    expect(dayConflicts([first, second, other], planning, ({ id }) => id === 'Hale')[0]?.free).toEqual([]);
  });

  it('offer another hearse before a van', () => {
    const resources = ['Hearse 1', 'Flower van', 'Van 3', 'Hearse 2'].map((name) => resource(name));
    const [conflict] = dayConflicts([first, event('Hale', '13:15', '13:45')], { ...planning, resources });
    expect(conflict?.free.map(({ name }) => name)).toEqual(['Hearse 2', 'Flower van', 'Van 3']);
  });

  it('do not conflict within one case', () => {
    const of = (id: string, time: string, end: string) => event(id, time, end, { case: 'Pruitt' });
    expect(idsOf([of('procession', '13:00', '13:30'), of('committal', '13:30', '14:00')])).toEqual([]);
    expect(idsOf([of('procession', '13:00', '13:30'), of('committal', '13:29', '14:00')])).toHaveLength(1);
  });

  it('do not conflict without a time, and last as usual without an end', () => {
    expect(idsOf([first, event('Hale', '', '')])).toEqual([]);
    const open = { end_date: '', end_time: '' };
    expect(idsOf([first, event('Hale', '12:01', '', open)])).toHaveLength(1);
    expect(idsOf([first, event('Hale', '12:00', '', open)])).toEqual([]);
  });
});

describe('people', () => {
  it('conflict across time zones by instants, not by clocks', () => {
    const here = event('Pruitt', '14:00', '15:00', { needs: [dee] });
    const there = (time: string, end: string) => event('Hale', time, end, { needs: [dee], funeral_home_id: 'Boulder' });
    expect(idsOf([here, there('12:30', '13:30')])).toEqual([['Pruitt', 'Hale']]);
    expect(idsOf([here, there('14:00', '15:00')])).toEqual([]);
  });

  it('conflict with a shift that they are off, and with no other shift', () => {
    const shift: Shift = {
      ...{ id: 'shift', version: 1, member: 'dee', member_name: 'Dee Kowalski', phone: '', kind: 'off', note: '' },
      ...{ funeral_home_id: 'Boulder', date: '2026-03-10', time: '12:00', end_date: '2026-03-10', end_time: '13:00' },
    };
    const events = [event('Pruitt', '14:30', '15:30', { needs: [dee] })];
    const found = (kind: Shift['kind']) => dayConflicts(events, { ...planning, shifts: [{ ...shift, kind }] });
    expect(found('off')).toMatchObject([{ of: 'shift', name: 'Dee Kowalski', with: 'Off', event_ids: ['Pruitt'] }]);
    expect(found('on_call')).toEqual([]);
  });

  it('do not conflict in words, which are no record', () => {
    const words = [need({ words: 'Organist', name: 'Organist' })];
    expect(
      idsOf([event('Pruitt', '13:00', '14:00', { needs: words }), event('Hale', '13:00', '14:00', { needs: words })]),
    ).toEqual([]);
  });
});

describe('a service over midnight', () => {
  const hoursOf = (date: string, end_date: string, time: string, end_time: string): number => {
    const span = spanOf({ date, time, end_date, end_time }, 'America/New_York', 60);
    return ((span?.to ?? 0) - (span?.from ?? 0)) / 3_600_000;
  };

  it.each([
    ['in spring', '2026-03-07', '2026-03-08', 4],
    ['in fall', '2026-10-31', '2026-11-01', 6],
    ['on any other night', '2026-03-10', '2026-03-11', 5],
  ])('lasts from 22:00 to 03:00 as long as it takes %s', (_, date, end, hours) => {
    expect(hoursOf(date, end, '22:00', '03:00')).toBe(hours);
  });

  it('never ends before it begins, in the hour that is skipped or repeated', () => {
    expect(hoursOf('2026-03-08', '2026-03-08', '02:30', '03:00')).toBeGreaterThanOrEqual(0);
    expect(hoursOf('2026-11-01', '2026-11-01', '01:15', '01:45')).toBe(1.5);
  });

  it('conflicts with what begins in the repeated hour', () => {
    const vigil = event('Pruitt', '22:00', '01:30', { date: '2026-10-31', end_date: '2026-11-01', needs: [dee] });
    const removal = event('Hale', '01:45', '02:30', { date: '2026-11-01', end_date: '2026-11-01', needs: [dee] });
    expect(idsOf([vigil, removal])).toEqual([['Pruitt', 'Hale']]);
  });
});

describe('a hearse in words', () => {
  const other = need({ kind: 'vehicle', resource: 'Hearse 2', name: 'Hearse 2' });
  const van = need({ kind: 'vehicle', resource: 'Van', name: 'Van' });
  const service = (id: string, vehicle: string, needs: EventNeed[] = [], more: Partial<DayEvent> = {}) =>
    ({
      ...event(`${id}-service`, '13:00', '14:00', { case: id, kind: 'service', needs }),
      ...{ of_fields: true, deceased_full_name: id, place: '', vehicle, led_by: '', ...more },
    }) as DayEvent;
  const committal = (id: string, needs: EventNeed[], time = '14:00', end = '14:30') =>
    ({ ...event(`${id}-committal`, time, end, { case: id, needs }), of_fields: false }) as DayEvent;
  const conflicts = (...events: DayEvent[]) => conflictsOf(events, planning, () => true);

  it('conflicts with the same words of another service', () => {
    const found = conflicts(service('Pruitt', 'Hearse 1'), service('Hale', 'hearse  1', [], { time: '13:30' }));
    expect(found).toMatchObject([{ of: 'vehicle', name: 'Hearse 1', event_ids: ['Pruitt-service', 'Hale-service'] }]);
  });

  it('gives way to another hearse that its case has chosen, and that one conflicts', () => {
    const pruitt = [service('Pruitt', 'Hearse 1'), committal('Pruitt', [other])];
    expect(conflicts(...pruitt, service('Hale', 'Hearse 1'))).toEqual([]);
    expect(conflicts(...pruitt, service('Hale', 'Hearse 2'))).toMatchObject([{ name: 'Hearse 2' }]);
  });

  it('keeps its words on a day with a van', () => {
    const removal = committal('Pruitt', [van], '07:00', '08:00');
    expect(conflicts(removal, service('Pruitt', 'Hearse 1'), service('Hale', 'Hearse 1'))).toHaveLength(1);
  });

  it('needs no hearse because the committal has one', () => {
    expect(conflicts(service('Pruitt', ''), committal('Pruitt', [hearse]), service('Hale', 'Hearse 1'))).toEqual([]);
  });

  it('says once what records say, and again on another day', () => {
    const names = ['Pruitt', 'Hale', 'Reed'];
    expect(conflicts(...names.map((id) => service(id, 'Hearse 1', [hearse])))).toHaveLength(3);
    const later = { date: '2026-03-12', end_date: '2026-03-12' };
    const wednesday = names.slice(1).map((id) => service(`${id} 2`, 'Hearse 1', [], later));
    const records = names.slice(1).map((id) => committal(id, [hearse]));
    expect(conflicts(...records, ...wednesday).map(({ date }) => date)).toEqual(['2026-03-10', '2026-03-12']);
  });

  it('names the service next to it in a chain', () => {
    const times = ['09:00', '10:15', '11:30'].map((time) => service(time, 'Hearse 1', [], { time, end_time: '' }));
    const [found] = conflictsOf(times, planning, (id) => id === '11:30-service');
    expect(found?.time).toBe('10:15');
  });
});
