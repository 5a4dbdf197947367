import { describe, expect, it } from 'vitest';
import type { DayEvent, EventNeed } from './day.schema.ts';
import { eventsFor, mapLink, openPoints, partOfDay, sheetChanges, sheetLines, whenText } from './run-sheet.ts';

const need = (more: Partial<EventNeed>): EventNeed => ({
  ...{ kind: 'person', member: null, resource: null, words: '', role: '', confirmed: true, name: '', phone: '' },
  ...more,
});
const dee = need({ member: 'dee', name: 'Dee Kowalski', role: 'drives the hearse', phone: '904 555 0142' });
const event = (id: string, more: Partial<DayEvent> = {}): DayEvent => ({
  ...{ id, version: 1, kind: 'service', title: '', date: '2026-03-14', time: '13:00', end_date: '', end_time: '' },
  ...{ place: 'Chapel', address: '', is_public: true, in_obituary: false, notes: '', wishes: '', needs: [dee] },
  ...{ contacts: [], repeats: null, conflict_reason: '', of_fields: false, case: null, case_number: '', status: null },
  ...{ deceased_full_name: 'Walter Pruitt', deceased_last_name: 'Pruitt', service_type: 'traditional', vehicle: '' },
  ...{ led_by: '', funeral_home_id: 'home', funeral_home_name: '', updated_at: '2026-03-13T20:00:00.000Z' },
  updated_by_name: 'Ann Ames',
  ...more,
});

describe('run sheet', () => {
  it('says when an event is, with the day of an end after midnight', () => {
    const at = { date: '2026-03-14', time: '22:00' };
    expect(whenText({ ...at, end_date: '2026-03-15', end_time: '01:00' })).toBe('10:00 PM to 1:00 AM on Mar 15, 2026');
    expect(whenText({ ...at, end_date: '', end_time: '' })).toBe('10:00 PM');
    expect(whenText({ ...at, time: '', end_date: '', end_time: '' })).toBe('No time yet');
  });

  it('says which part of a day a shift covers', () => {
    const night = { date: '2026-12-01', time: '17:00', end_date: '2026-12-02', end_time: '08:00' };
    const days = ['2026-12-01', '2026-12-02'];
    expect(days.map((day) => partOfDay(night, day))).toEqual(['from 5:00 PM', 'until 8:00 AM']);
    expect(partOfDay({ ...night, end_date: '2026-12-03' }, '2026-12-02')).toBe('all day');
    const inDay = { ...night, time: '09:00', end_date: '2026-12-01', end_time: '17:00' };
    expect(partOfDay(inDay, '2026-12-01')).toBe('from 9:00 AM to 5:00 PM');
  });

  it('holds the events of a person, or of everyone', () => {
    const events = [event('a'), event('b', { needs: [] })];
    expect(eventsFor(events, 'dee').map(({ id }) => id)).toEqual(['a']);
    expect(eventsFor(events, null)).toHaveLength(2);
  });

  it('lists what is open: needs, contacts and missing checks', () => {
    const contact = { kind: 'clergy' as const, name: 'Rev. Ortiz', phone: '904 555 0177', note: '', confirmed: false };
    const needs = [dee, need({ role: 'at the door' }), need({ name: 'Hearse 1', kind: 'vehicle', confirmed: false })];
    expect(openPoints([event('a', { needs, contacts: [contact], missing_checks: 2 })]).map(({ text }) => text)).toEqual(
      [
        'Traditional service: Person still open: at the door',
        'Traditional service: Hearse 1, not confirmed',
        'Traditional service: Clergy Rev. Ortiz, not confirmed',
        'Traditional service: 2 checks are missing',
      ],
    );
  });

  it('says what changed since it was seen, with the author', () => {
    const seen = sheetLines([event('a'), event('b', { title: 'Lunch' })]);
    const now = [event('a', { time: '14:00', place: 'Grace Church' }), event('c', { title: 'Burial' })];
    expect(
      sheetChanges(seen, now).map(({ kind, field, was, now, by_name }) => [kind, field, was, now, by_name]),
    ).toEqual([
      ['changed', 'Time', '1:00 PM', '2:00 PM', 'Ann Ames'],
      ['changed', 'Place', 'Chapel', 'Grace Church', 'Ann Ames'],
      ['added', '', '', '1:00 PM', 'Ann Ames'],
      ['removed', '', '1:00 PM', '', ''],
    ]);
    expect(sheetChanges(seen, [event('a'), event('b', { title: 'Lunch' })])).toEqual([]);
  });

  it('says that contacts, the hearse, the leader or the title changed', () => {
    const clergy = { kind: 'clergy', name: 'Rev. Hale', phone: '9045550150', note: '', confirmed: false } as const;
    const was = event('a', { contacts: [clergy] });
    const changedTo = (more: Partial<DayEvent>) =>
      sheetChanges(sheetLines([was]), [{ ...was, ...more }]).map(({ field, now }) => [field, now]);
    const [people] = sheetLines([was]);
    expect(people?.people).toContain('Clergy: Rev. Hale, (904) 555-0150, not confirmed');
    const moved = changedTo({ contacts: [{ ...clergy, phone: '9045550199' }], vehicle: 'Gray hearse', led_by: 'Al' });
    expect(moved).toEqual([['People', expect.stringMatching(/Hearse: Gray hearse; Led by: Al; .*555-0199/)]]);
    expect(changedTo({ title: 'Memorial' })).toEqual([['Event', 'Memorial, Walter Pruitt']]);
  });

  it('links a place to a map, but no room of the home', () => {
    const committal = { kind: 'committal', place: 'San Lorenzo', address: '1635 US-1' } as const;
    expect(mapLink(committal)).toContain('San%20Lorenzo%2C%201635%20US-1');
    expect(mapLink({ ...committal, place: '', address: '' })).toBeUndefined();
    expect(mapLink({ kind: 'preparation', place: 'Room 1', address: '' })).toBeUndefined();
  });
});
