import { describe, expect, it } from 'vitest';
import type { CalendarEvent, CalendarEvents } from '#domain/calendar/calendar.schema.ts';
import { rememberMove, wasDatedHere, withOwnMoves } from './own-moves.ts';

const service = (id: string, date: string, time: string): CalendarEvent => ({
  ...{ id: `${id}-service`, kind: 'service', case_id: id, case_number: 'WA-2026-0001', status: 'active' },
  ...{ deceased_full_name: id, service_type: 'traditional', disposition_method: '', date, time, place: 'Chapel' },
  ...{ vehicle: '', led_by: '', funeral_home_id: 'home', funeral_home_name: 'Whitcomb & Ames' },
});
const week = (...events: CalendarEvent[]): CalendarEvents => ({
  ...{ from: '2026-03-09', to: '2026-03-15', events, clashes: [], others: [], is_complete: true },
});
const now = Date.parse('2026-03-09T15:00:00Z');
const told = (answer: CalendarEvents) => answer.events.map(({ id, date, time }) => `${id} ${date} ${time}`);

describe('what was moved here a moment ago', () => {
  it('stands where it went, and clashes there, until the lists have followed', () => {
    const [stale, other] = [service('a', '2026-03-10', '10:00'), service('b', '2026-03-12', '14:00')];
    rememberMove(service('a', '2026-03-12', '13:30'), now);
    const shown = withOwnMoves(week(stale, other), {}, now + 1_000);
    expect(told(shown)).toEqual(['a-service 2026-03-12 13:30', 'b-service 2026-03-12 14:00']);
    expect(shown.clashes).toEqual([
      { date: '2026-03-12', of: 'place', place: 'Chapel', event_ids: ['a-service', 'b-service'] },
    ]);
    expect(wasDatedHere('a', now + 1_000)).toBe(true);

    // Out of the days, the kind and the location that are looked at it is gone.
    rememberMove(service('a', '2026-03-20', '13:30'), now);
    expect(told(withOwnMoves(week(stale, other), {}, now + 1_000))).toEqual(['b-service 2026-03-12 14:00']);
    rememberMove(service('a', '2026-03-12', '13:30'), now);
    for (const query of [{ kind: 'cremation' }, { location: 'other' }])
      expect(told(withOwnMoves(week(stale), query, now + 1_000))).toEqual([]);

    // Whom it clashes with elsewhere stands beside.
    const away = { vehicle: 'Hearse 1', funeral_home_id: 'other' };
    rememberMove({ ...service('a', '2026-03-12', '13:30'), ...away }, now);
    const beside = withOwnMoves(week({ ...other, vehicle: 'Hearse 1' }), { location: 'home' }, now + 1_000);
    expect([told(beside), beside.others.map(({ id }) => id)]).toEqual([['b-service 2026-03-12 14:00'], ['a-service']]);
    expect(beside.clashes).toMatchObject([{ of: 'vehicle', event_ids: ['a-service', 'b-service'] }]);

    const later = withOwnMoves(week(stale, other), {}, now + 16_000);
    expect(told(later)).toEqual(['a-service 2026-03-10 10:00', 'b-service 2026-03-12 14:00']);
    expect(wasDatedHere('a', now + 16_000)).toBe(false);
  });
});
