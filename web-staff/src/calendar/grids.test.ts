import { describe, expect, it } from 'vitest';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { taskWith } from '../testing/example-task.ts';
import { hoursOf, lanesOf, placedEvents, timeAt } from './grids.tsx';
import { tasksOf } from './promised-arrivals.ts';

const at = (time: string): CalendarEvent => ({
  ...{ id: 'a-service', kind: 'service', case_id: 'a', case_number: 'WA-2026-0001', status: 'active' },
  ...{
    deceased_full_name: 'Walter Pruitt',
    deceased_last_name: 'Pruitt',
    service_type: 'traditional',
    disposition_method: '',
    date: '2026-03-31',
    time,
    place: 'Chapel',
  },
  ...{ vehicle: '', led_by: '', funeral_home_id: 'home', funeral_home_name: 'Whitcomb & Ames' },
});

const day = { first: 7, last: 20 };

describe('events of the grid', () => {
  it.each([
    [[], day],
    [['05:15', '19:45'], { first: 5, last: 22 }],
    [['', '23:10'], { first: 7, last: 24 }],
  ])('expands the hours for %j to %j', (times, hours) => {
    expect(hoursOf(times.map(at))).toEqual(hours);
  });

  it('begins a day at the given hour unless an event begins earlier', () => {
    expect([['15:00'], ['09:00', '15:00']].map((times) => hoursOf(times.map(at), 14).first)).toEqual([14, 9]);
  });

  it('draws an event for 90 minutes or until the end of the day', () => {
    const [early, late] = placedEvents([at('22:30'), at('10:00'), at('')], { first: 0, last: 24 });
    expect(early).toMatchObject({ top: 10 / 24, height: 1.5 / 24, left: 0, width: 1 });
    expect(late).toMatchObject({ top: 22.5 / 24, height: 1.5 / 24 });
    expect(placedEvents([at('23:00')], { first: 0, last: 24 })[0]?.height).toBeCloseTo(1 / 24);
  });

  it('draws overlapping events side by side', () => {
    const placed = placedEvents(['10:00', '10:30', '11:30', '14:00'].map(at), day);
    expect(placed.map(({ left, width }) => [left, width])).toEqual([
      [0, 0.5],
      [0.5, 0.5],
      [0, 0.5],
      [0, 1],
    ]);
    expect(lanesOf(['10:00', '10:30', '14:00'].map(at), day)).toBe(2);
    expect(lanesOf([], day)).toBe(1);
  });

  it('rounds a drop to a quarter of an hour', () => {
    expect([0, 0.5, 0.51, 1, -1].map((part) => timeAt(part, { first: 8, last: 18 }))).toEqual([
      ...['08:00', '13:00', '13:00', '17:45', '08:00'],
    ]);
  });
});

describe('tasksOf', () => {
  it('shows the tasks of a day as one entry, of the shown days and location only', () => {
    const days = { from: '2026-03-12', to: '2026-03-13', location: taskWith().funeral_home_id };
    const due = ['2026-03-11', '2026-03-12', '2026-03-12', '2026-03-13'];
    const rows = [...due.map((day, at) => taskWith({ id: `${at}`, due: day, time: '09:00' })), taskWith({ due: null })];
    const elsewhere = taskWith({ due: '2026-03-13', funeral_home_id: 'another' });
    expect(tasksOf([...rows, elsewhere], days)).toMatchObject([
      { date: '2026-03-12', time: '', deceased_full_name: '2 tasks', to: '/tasks' },
      { date: '2026-03-13', time: '09:00', deceased_full_name: 'File the death certificate', place: '' },
    ]);
  });
});
