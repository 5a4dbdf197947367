import { describe, expect, it } from 'vitest';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { fieldsOfSection } from '#domain/cases/sections/case-sections.ts';
import type { CalendarEvent } from './calendar.schema.ts';
import {
  calendarEvent,
  doubleBookedResources,
  fieldsOfEvent,
  findSchedulingConflicts,
  inOrderOfTime,
  kindOf,
  serviceEvent,
} from './calendar-events.ts';

const event = (id: string, time: string, more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...{ id, kind: 'service', case_id: id, case_number: `WA-2026-${id}`, status: 'active' },
  ...{ deceased_full_name: id, deceased_last_name: id },
  ...{ service_type: 'traditional', disposition_method: '', date: '2026-03-10', time },
  ...{ place: 'Main Chapel', vehicle: '', led_by: '' },
  ...{ funeral_home_id: 'home', funeral_home_name: 'Whitcomb & Ames' },
  ...more,
});
const conflicting = (...events: CalendarEvent[]) => findSchedulingConflicts(events).map(({ event_ids }) => event_ids);

describe('events of the calendar', () => {
  it.each([
    ['memorial', 'Memorial service'],
    ['cremation', 'Service'],
    ['', 'Service'],
  ])('calls the service of a case of type "%s" %s', (service_type, title) => {
    expect(kindOf({ kind: 'service', service_type, disposition_method: '' })).toBe(title);
    expect(kindOf({ kind: 'cremation', service_type, disposition_method: '' })).toBe('Cremation');
  });

  it.each([
    ['entombment', 'Entombment'],
    ['other', 'Disposition'],
    ['', 'Disposition'],
  ])('calls a disposition by the method "%s" %s', (disposition_method, title) => {
    expect(kindOf({ kind: 'disposition', service_type: 'memorial', disposition_method })).toBe(title);
  });

  it("takes the day and time of each kind of event from the case's fields", () => {
    for (const { section, date, time } of Object.values(fieldsOfEvent))
      expect(fieldsOfSection(section).map(({ name }) => name)).toEqual(expect.arrayContaining([date, time]));
  });

  it('counts the missing checks on the event that is the step of their gate', () => {
    const row = (gate: CaseRow['gate']) => ({ gate, service_date: '2026-03-10', service_time: '10:00' }) as CaseRow;
    const burial = row({ gate: 'burial', at: '2026-03-10 10:00', missing: 3 });
    expect(serviceEvent(burial).missing_checks).toBe(3);
    expect(serviceEvent(row({ gate: 'burial', at: '2026-03-10', missing: 3 })).missing_checks).toBe(3);
    expect(serviceEvent(row({ gate: 'burial', at: '2026-03-11', missing: 3 })).missing_checks).toBeUndefined();
    const cremation = row({ gate: 'cremation', at: '2026-03-10 10:00', missing: 3 });
    const at = (time: string) => ({ kind: 'cremation', date: '2026-03-10', time, place: 'Ames' }) as const;
    expect(serviceEvent(cremation).missing_checks).toBeUndefined();
    expect(calendarEvent(cremation, at('10:00')).missing_checks).toBe(3);
    expect(calendarEvent(cremation, at('11:00')).missing_checks).toBeUndefined();
  });

  it('sorts events by time, those without a time first', () => {
    const tomorrow = event('d', '08:00', { date: '2026-03-11' });
    const events = [event('b', '14:00'), event('a', '09:30'), tomorrow, event('c', '')];
    expect(inOrderOfTime(events).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
  });

  it('finds conflicts at one place within 90 minutes, however it is spelled', () => {
    expect(conflicting(event('a', '10:00'), event('b', '11:29', { place: ' main  CHAPEL ' }))).toEqual([['a', 'b']]);
    expect(conflicting(event('a', '10:00'), event('b', '11:30'))).toEqual([]);
    expect(conflicting(event('c', '12:30'), event('a', '10:00'), event('b', '11:15'))).toEqual([['a', 'b', 'c']]);
  });

  it('finds conflicts over a hearse or a leader across homes', () => {
    const [a, b] = ['Hearse 1', 'hearse  1'].map((vehicle, at) => ({
      ...{ vehicle, led_by: 'Marcus Ames', place: `Place ${at}`, funeral_home_id: `home ${at}` },
    }));
    const conflicts = findSchedulingConflicts([event('a', '13:00', a), event('b', '13:30', b), event('c', '16:00', a)]);
    expect(conflicts).toEqual([
      { date: '2026-03-10', of: 'vehicle', place: 'Hearse 1', event_ids: ['a', 'b'] },
      { date: '2026-03-10', of: 'led_by', place: 'Marcus Ames', event_ids: ['a', 'b'] },
    ]);
    expect([...doubleBookedResources(conflicts)]).toEqual(['a', 'b'].map((id) => [id, 'Hearse 1, Marcus Ames']));
  });

  it('reports conflicts with other homes, but not those among the others', () => {
    const of = (vehicle: string): Partial<CalendarEvent> => ({ vehicle, funeral_home_id: 'other' });
    const others = [
      event('b', '13:30', of('Hearse 1')),
      event('c', '9:00', of('Limousine')),
      event('d', '9:30', of('Limousine')),
    ];
    expect(findSchedulingConflicts([event('a', '13:00', { vehicle: 'Hearse 1' })], others)).toEqual([
      { date: '2026-03-10', of: 'vehicle', place: 'Hearse 1', event_ids: ['a', 'b'] },
    ]);
  });

  it.each<[string, Partial<CalendarEvent>]>([
    ['at another place', { place: 'Garden' }],
    ['of another home', { funeral_home_id: 'other' }],
    ['on another day', { date: '2026-03-11' }],
    ['without a time', { time: '' }],
    ['without a place', { place: '' }],
    ['that is a cremation', { kind: 'cremation' }],
  ])('finds no conflict with an event %s', (_, more) => {
    expect(conflicting(event('a', '10:00'), event('b', '10:00', more))).toEqual([]);
  });
});
