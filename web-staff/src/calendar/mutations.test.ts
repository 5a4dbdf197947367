import { describe, expect, it } from 'vitest';
import type { CalendarEvent, CalendarEvents } from '#domain/calendar/calendar.schema.ts';
import { withMoved } from './mutations.ts';

const service = (id: string, date: string, time: string): CalendarEvent => ({
  ...{ id: `${id}-service`, kind: 'service', case_id: id, case_number: 'WA-2026-0001', status: 'active' },
  ...{
    deceased_full_name: id,
    deceased_last_name: id,
    service_type: 'traditional',
    disposition_method: '',
    date,
    time,
    place: 'Chapel',
  },
  ...{ vehicle: '', led_by: '', funeral_home_id: 'home', funeral_home_name: 'Whitcomb & Ames' },
});
const week = (...events: CalendarEvent[]): CalendarEvents => ({
  ...{ from: '2026-03-09', to: '2026-03-15', events, clashes: [], others: [], is_complete: true },
});
const shownIn = (answer: CalendarEvents) => answer.events.map(({ id, date, time }) => `${id} ${date} ${time}`);

describe('withMoved', () => {
  it('shows a moved event at its new time with its conflicts', () => {
    const [before, other] = [service('a', '2026-03-10', '10:00'), service('b', '2026-03-12', '14:00')];
    const shown = withMoved(week(before, other), {}, service('a', '2026-03-12', '13:30'));
    expect(shownIn(shown)).toEqual(['a-service 2026-03-12 13:30', 'b-service 2026-03-12 14:00']);
    expect(shown.clashes).toEqual([
      { date: '2026-03-12', of: 'place', place: 'Chapel', event_ids: ['a-service', 'b-service'] },
    ]);
  });

  it('removes it from views of other days, kinds and locations', () => {
    const [before, other] = [service('a', '2026-03-10', '10:00'), service('b', '2026-03-12', '14:00')];
    const away = withMoved(week(before, other), {}, service('a', '2026-03-20', '13:30'));
    expect(shownIn(away)).toEqual(['b-service 2026-03-12 14:00']);
    for (const query of [{ kind: 'cremation' }, { location: 'other' }] as const)
      expect(shownIn(withMoved(week(before), query, service('a', '2026-03-12', '13:30')))).toEqual([]);
  });

  it('lists it among the others if it conflicts from another location', () => {
    const elsewhere = { vehicle: 'Hearse 1', funeral_home_id: 'other' };
    const here = { ...service('b', '2026-03-12', '14:00'), vehicle: 'Hearse 1' };
    const moved = { ...service('a', '2026-03-12', '13:30'), ...elsewhere };
    const shown = withMoved(week(here), { location: 'home' }, moved);
    expect([shownIn(shown), shown.others.map(({ id }) => id)]).toEqual([['b-service 2026-03-12 14:00'], ['a-service']]);
    expect(shown.clashes).toMatchObject([{ of: 'vehicle', event_ids: ['a-service', 'b-service'] }]);
  });
});
