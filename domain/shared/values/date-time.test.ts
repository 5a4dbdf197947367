import { describe, expect, it } from 'vitest';
import {
  clockErrors,
  clockNotes,
  clockOfHome,
  clockTime,
  dateTime,
  deathTimeErrors,
  formatTime,
  halvesOf,
  readTime,
} from './date-time.ts';

it.each([
  ['2026-11-29T2:40 AM or PM', 'Choose AM or PM'],
  ['2026-11-29T', 'Enter the time, too'],
  ['T09:00', 'Expected arrival is not a valid date'],
  ['0026-11-29T09:00', 'Expected arrival cannot be before 1850'],
  ['soon', 'Expected arrival is not a valid date'],
])('dateTime reports for %j: %s', (typed, message) => {
  expect(dateTime('Expected arrival').safeParse(typed).error?.issues[0]?.message).toBe(message);
});

describe('clockTime', () => {
  it.each([
    ['04:35', '04:35'],
    ['23:59:59', '23:59'],
  ])('truncates %s to %s', (typed, expected) => expect(clockTime.parse(typed)).toBe(expected));

  it.each(['24:00', '4:35', '12:60', 'noon', ''])('rejects %j', (typed) => {
    expect(clockTime.safeParse(typed).error?.issues[0]?.message).toBe('Time must be in HH:MM format');
  });
});

it.each([
  ['04:35', '4:35 AM'],
  ['00:05', '12:05 AM'],
  ['12:00', '12:00 PM'],
  ['17:02', '5:02 PM'],
  ['about five', 'about five'],
])('%s is read as %s', (time, words) => expect(formatTime(time)).toBe(words));

describe('readTime', () => {
  it.each([
    ['4:35 AM', '04:35'],
    ['435p', '16:35'],
    ['2:00 p.m.', '14:00'],
    ['16:35', '16:35'],
    ['0035', '00:35'],
    ['12 am', '00:00'],
    ['12:05pm', '12:05'],
    ['noon', '12:00'],
    ['24:00', undefined],
    ['13 pm', undefined],
    ['0:10 am', undefined],
    ['4:75', undefined],
    ['soon', undefined],
  ])('reads %j as %s', (typed, time) => expect(readTime(typed)).toBe(time));

  it.each([
    ['2:00', { am: '02:00', pm: '14:00' }],
    ['0240', { am: '02:40', pm: '14:40' }],
    ['9', { am: '09:00', pm: '21:00' }],
    ['12:30', { am: '00:30', pm: '12:30' }],
  ])('leaves %j undecided between AM and PM', (typed, halves) => {
    const held = readTime(typed) ?? '';
    expect(halvesOf(held)).toEqual(halves);
    expect(clockTime.safeParse(held).error?.issues[0]?.message).toBe('Choose AM or PM');
  });
});

const at = (now: string, state = 'FL', time_zone = 'America/New_York') =>
  clockOfHome({ time_zone, state }, new Date(now));
const autumn = at('2026-11-28T19:15:00Z');
const moments = { service_time: 'service_date', removal_expected_at: null };

describe('clockErrors and clockNotes in a night of a clock change', () => {
  it('rejects a skipped time, with its date in another field or in the same text', () => {
    const values = { service_date: '2027-03-14', service_time: '02:30', removal_expected_at: '2027-03-14T02:00' };
    expect([...clockErrors(values, moments, autumn)]).toEqual([
      ['service_time', 'There is no 2:30 AM on Mar 14, 2027: clocks go forward then'],
      ['removal_expected_at', 'There is no 2:00 AM on Mar 14, 2027: clocks go forward then'],
    ]);
  });

  it('counts the wait from the second of a time of death that occurs twice', () => {
    const died = { date_of_death: '2027-11-07', time_of_death: '01:30' };
    expect(clockNotes(died, { time_of_death: 'date_of_death' }, autumn).time_of_death).toMatch(
      /Deadlines count from the first one, the wait before a cremation from the second\.$/,
    );
  });

  it('notes which of two equal times counts', () => {
    const twice = { service_date: '2027-11-07', service_time: '01:30', removal_expected_at: '2027-11-07T01:00' };
    expect(clockNotes(twice, moments, autumn)).toEqual({
      service_time: '1:30 AM comes twice on Nov 7, 2027, when clocks go back. The first one is taken.',
      removal_expected_at: '1:00 AM comes twice on Nov 7, 2027, when clocks go back. The first one is taken.',
    });
    const times = ['00:59', '02:00', '03:00'].map((service_time) => ({
      ...twice,
      service_time,
      removal_expected_at: '',
    }));
    for (const once of [...times, { service_date: '2027-03-14', service_time: '02:30' }])
      expect(clockNotes(once, moments, autumn)).toEqual({});
    expect(clockNotes(twice, moments, at('2026-11-28T19:15:00Z', 'AZ', 'America/Phoenix'))).toEqual({});
  });

  it.each([
    ['2027-03-14', '03:00', 'America/New_York'],
    ['2027-03-14', '01:59', 'America/New_York'],
    ['2027-03-14', '02:30', 'America/Phoenix'],
    ['2027-03-14', '', 'America/New_York'],
    ['', '02:30', 'America/New_York'],
    ['2027-11-07', '01:30', 'America/New_York'],
  ])('accepts %s %s in %s', (service_date, service_time, zone) => {
    const clock = at('2026-11-28T19:15:00Z', 'FL', zone);
    expect([...clockErrors({ service_date, service_time }, moments, clock)]).toEqual([]);
  });
});

describe('deathTimeErrors', () => {
  const errors = (values: object, clock = autumn) => [
    ...deathTimeErrors({ date_of_death: '2026-11-28', ...values }, { state: 'death_state', country: 'country' }, clock),
  ];
  const future = 'Time of death cannot be in the future: it is 2:15 PM at the funeral home';

  it.each([
    ['later today', { time_of_death: '23:59' }],
    ['later today in the state of the home', { time_of_death: '15:00', death_state: 'FL', country: 'USA' }],
    ['later today on every clock of another state', { time_of_death: '23:59', death_state: 'GA' }],
  ])('rejects %s', (_, values) => expect(errors(values)).toEqual([['time_of_death', future]]));

  it.each([
    ['now, on a clock some minutes ahead', { time_of_death: '14:22' }],
    ['yesterday', { date_of_death: '2026-11-27', time_of_death: '23:59' }],
    ['abroad, where it is later', { time_of_death: '20:10', country: 'DEU' }],
    ['in Guam, where it is tomorrow', { time_of_death: '23:00', death_state: 'GU' }],
    ['on a day whose time is not known', {}],
    ['with a day that is itself in the future', { date_of_death: '2026-11-30', time_of_death: '10:00' }],
  ])('accepts %s', (_, values) => expect(errors(values)).toEqual([]));

  it('accepts a time in a state whose clocks are ahead of the location', () => {
    const west = at('2026-11-28T15:30:00Z', 'CA', 'America/Los_Angeles');
    expect(errors({ time_of_death: '10:00', death_state: 'FL' }, west)).toEqual([]);
    expect(errors({ time_of_death: '10:00', death_state: 'CA' }, west)).toHaveLength(1);
  });
});
