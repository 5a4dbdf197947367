import { describe, expect, it } from 'vitest';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { destinationOf, gridEvent, hoursOf, untimedRows } from './grid-events.ts';

const at = (time: string): CalendarEvent => ({
  ...{ id: 'a-service', kind: 'service', case_id: 'a', case_number: 'WA-2026-0001', status: 'active' },
  ...{
    deceased_full_name: 'Walter Pruitt',
    service_type: 'traditional',
    disposition_method: '',
    date: '2026-03-31',
    time,
    place: 'Chapel',
  },
  ...{ vehicle: '', led_by: '', funeral_home_id: 'home', funeral_home_name: 'Whitcomb & Ames' },
});

describe('events of the grid', () => {
  it.each([
    ['10:00', '2026-03-31 10:00:00', '2026-03-31 11:30:00'],
    ['23:30', '2026-03-31 23:30:00', '2026-03-31 23:59:00'],
    ['', '2026-03-31 00:00:00', '2026-04-01 00:00:00'],
  ])('at %j are drawn from %s to %s', (time, start, end) => {
    expect(gridEvent(at(time), '#000')).toMatchObject({ start, end, title: 'Walter Pruitt' });
  });

  it.each([
    [[], '07:00:00', '20:00:00'],
    [['05:15', '19:45'], '05:00:00', '22:00:00'],
    [['', '23:10'], '07:00:00', '23:59:59'],
  ])('at %j ask for the hours from %s to %s', (times, startTime, endTime) => {
    expect(hoursOf(times.map(at))).toEqual({ startTime, endTime });
  });

  it('without a time stand above one another, as many as the fullest day has', () => {
    const other = { ...at(''), date: '2026-04-01' };
    expect(untimedRows([at(''), other, at('10:00'), at(''), at('')])).toBe(3);
    expect(untimedRows([at('10:00')])).toBe(0);
  });

  it('are dropped on a time, or on the row without one', () => {
    expect(destinationOf('2026-03-12 14:30:00')).toEqual({ date: '2026-03-12', time: '14:30' });
    expect(destinationOf('2026-03-12 00:00:00')).toEqual({ date: '2026-03-12', time: '' });
  });
});
