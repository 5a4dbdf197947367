import { describe, expect, it } from 'vitest';
import { fieldsOfSection } from '#domain/cases/sections/case-sections.ts';
import {
  clockMinutes,
  endAfter,
  fieldEventsOf,
  later,
  lengthOf,
  proposedEvents,
  repeatedDays,
  usuallyMovedAlong,
} from './day-events.ts';
import { dayMessages } from './day-messages.ts';
import { fieldEvents, fieldKindOf } from './day-names.ts';

describe('length of an event', () => {
  const start = { date: '2026-03-07', time: '22:00' };

  it.each([
    [{ end_date: '', end_time: '' }, null],
    [{ end_date: '2026-03-07', end_time: '' }, null],
    [{ end_date: '', end_time: '23:15' }, 75],
    [{ end_date: '', end_time: '01:00' }, 180],
    [{ end_date: '2026-03-09', end_time: '21:00' }, 47 * 60],
  ])('takes for an end %j a length of %s minutes', (end, minutes) => {
    expect(lengthOf({ ...start, ...end })).toEqual({ minutes });
  });

  it.each([
    [{ ...start, end_date: '2026-03-06', end_time: '23:00' }, { end_time: [dayMessages.endFirst] }],
    [{ ...start, end_date: '2026-03-07', end_time: '21:00' }, { end_time: [dayMessages.endFirst] }],
    [{ ...start, end_date: '2026-03-11', end_time: '23:00' }, { end_date: [dayMessages.tooLong] }],
    [{ ...start, time: '', end_date: '', end_time: '23:00' }, { time: [dayMessages.endNeedsTime] }],
  ])('rejects %j', (extent, errors) => {
    expect(lengthOf(extent)).toEqual({ errors });
  });

  it('stays on the clock over midnight of the nights of daylight saving', () => {
    for (const date of ['2026-03-07', '2026-10-31'])
      expect(endAfter({ date, time: '22:00' }, 300).end_time).toBe('03:00');
    expect(clockMinutes({ date: '2026-03-07', time: '22:00' }, { date: '2026-03-08', time: '03:00' })).toBe(300);
  });

  it('moves a start back over midnight, and a day without a time by whole days', () => {
    expect(later({ date: '2026-03-01', time: '00:30' }, -60)).toEqual({ date: '2026-02-28', time: '23:30' });
    expect(later({ date: '2026-03-01', time: '' }, 1440)).toEqual({ date: '2026-03-02', time: '' });
  });
});

describe('events of the fields', () => {
  it('keep date, time and place in fields of their section', () => {
    for (const { section, date, time, place } of Object.values(fieldEvents))
      expect(fieldsOfSection(section).map(({ name }): string => name)).toEqual(
        expect.arrayContaining([date, time, place]),
      );
  });

  it('include the service, and what the disposition of the case asks for', () => {
    const kindsOf = (disposition_method: string) =>
      fieldEventsOf({ service: { disposition_method } }).map(({ kind }) => kind);
    expect(kindsOf('')).toEqual(['service']);
    expect(kindsOf('cremation')).toEqual(['service', 'cremation']);
    expect(kindsOf('entombment')).toEqual(['service', 'committal']);
  });

  it('end their ids in their kind', () => {
    const id = '0190a000-0000-7000-8000-00000000dead';
    expect([`${id}-service`, `${id}-disposition`, id].map(fieldKindOf)).toEqual(['service', 'committal', undefined]);
  });
});

describe('repeated days', () => {
  const range = { from: '2026-02-01', to: '2026-04-30' };

  it.each([
    ['week', '2026-03-30', ['2026-03-30', '2026-04-06', '2026-04-13', '2026-04-20', '2026-04-27']],
    [
      'two_weeks',
      '2026-01-06',
      ['2026-02-03', '2026-02-17', '2026-03-03', '2026-03-17', '2026-03-31', '2026-04-14', '2026-04-28'],
    ],
    // A month without a 31st has it on its last day, and the next one on the 31st again.
    ['month', '2025-12-31', ['2026-02-28', '2026-03-31', '2026-04-30']],
  ] as const)('lists every %s from %s', (every, first, days) => {
    expect(repeatedDays(first, { every, until: null, skipped: [] }, range)).toEqual(days);
  });

  it('leaves out skipped days and those after the last', () => {
    const repeats = { every: 'week' as const, until: '2026-04-13', skipped: ['2026-04-06'] };
    expect(repeatedDays('2026-03-30', repeats, range)).toEqual(['2026-03-30', '2026-04-13']);
  });

  it('ends with the last day of the calendar', () => {
    const end = { from: '9999-12-01', to: '9999-12-31' };
    const daysOf = (every: 'week' | 'month') => repeatedDays('9999-12-24', { every, until: null, skipped: [] }, end);
    expect([daysOf('week'), daysOf('month')]).toEqual([['9999-12-24', '9999-12-31'], ['9999-12-24']]);
  });

  it('finds the days of a meeting that began ten years ago', () => {
    const week = { from: '2026-03-02', to: '2026-03-08' };
    expect(repeatedDays('2016-03-01', { every: 'week', until: null, skipped: [] }, week)).toEqual(['2026-03-03']);
  });
});

describe('proposed events', () => {
  const service = { date: '2026-03-14', time: '13:00', end_date: '2026-03-14', end_time: '14:15', place: 'Chapel' };
  const burial = { isBurial: true, cemetery: 'San Lorenzo', kinds: [] };

  it('include the visitation of the evening before and the committal after it', () => {
    const proposed = proposedEvents({ ...service, service_type: 'traditional' }, burial);
    expect(proposed).toMatchObject([
      { kind: 'visitation', date: '2026-03-13', time: '17:00', end_time: '20:00', place: 'Chapel' },
      { kind: 'procession', date: '2026-03-14', time: '14:15' },
      { kind: 'committal', date: '2026-03-14', time: '14:45', place: 'San Lorenzo', is_public: true },
      { kind: 'reception', date: '2026-03-14', time: '15:45' },
    ]);
  });

  it('leave out what the case has or its kind of funeral does without', () => {
    const kindsOf = (service_type: string, more: object = {}) =>
      proposedEvents({ ...service, service_type }, { ...burial, ...more }).map(({ kind }) => kind);
    expect(kindsOf('graveside', { kinds: ['visitation'] })).toEqual(['reception']);
    expect(kindsOf('memorial', { isBurial: false })).toEqual(['visitation', 'reception']);
    expect(kindsOf('direct_cremation')).toEqual([]);
  });
});

it('moves along what is on the day of the service, but not the preparation', () => {
  const event = (id: string, kind: 'service' | 'committal' | 'preparation', date = '2026-03-14') => ({
    id,
    kind,
    date,
  });
  const service = event('service', 'service');
  const all = [
    service,
    event('grave', 'committal'),
    event('care', 'preparation'),
    event('old', 'committal', '2026-03-13'),
  ];
  expect(usuallyMovedAlong(service, all)).toEqual(['grave']);
});
