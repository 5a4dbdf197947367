import { describe, expect, it } from 'vitest';
import { defaultSettings } from './google.schema.ts';
import {
  caseEvents,
  eventIdentities,
  googleEvent,
  localDateTimeAt,
  nameOfEvent,
  putAtHome,
  recurrenceOf,
  type ShownCase,
} from './google-event.ts';

const caseRecord: ShownCase = {
  ...{ id: 'a', case_number: 'WA-2026-0007', status: 'active', deceased_full_name: 'Harold Lindqvist' },
  ...{ service_type: 'graveside', disposition_method: '', funeral_home_id: 'home' },
  funeral_home_name: 'Whitcomb & Ames',
  time_zone: 'America/New_York',
};
const service = { kind: 'service', duty: null, date: '2026-03-09', time: '23:30', place: 'Chapel' } as const;
const at = 'https://staff.example';

describe('googleEvent and caseEvents', () => {
  it("uses the home's time zone, and ends on the next day after midnight", () => {
    expect(googleEvent(caseRecord, service, defaultSettings, at)).toMatchObject({
      ...{ summary: 'Graveside service: H. L.', location: 'Chapel', status: 'confirmed', visibility: 'private' },
      start: { dateTime: '2026-03-09T23:30:00', timeZone: 'America/New_York' },
      end: { dateTime: '2026-03-10T00:30:00', timeZone: 'America/New_York' },
      source: { url: 'https://staff.example/cases/a' },
    });
  });

  it('uses the chosen time zone, name format and duration', () => {
    const settings = { ...defaultSettings, naming: 'names', time_zone: 'UTC', default_duration_minutes: 90 } as const;
    expect(
      googleEvent({ ...caseRecord, status: 'draft' }, { ...service, kind: 'arrival' }, settings, at),
    ).toMatchObject({
      ...{ summary: 'Arrival at the cemetery: Harold Lindqvist', status: 'tentative' },
      start: { dateTime: '2026-03-10T03:30:00', timeZone: 'UTC' },
      end: { dateTime: '2026-03-10T05:00:00', timeZone: 'UTC' },
    });
  });

  it('makes a deadline an all-day event, also for a draft', () => {
    const filing = { kind: 'deadline', duty: 'filing', date: '2026-03-09', time: '', place: '' } as const;
    expect(googleEvent({ ...caseRecord, status: 'draft' }, filing, defaultSettings, at)).toMatchObject({
      ...{ summary: 'File death certificate: H. L.', status: 'confirmed', location: '' },
      description: 'Deadline for case WA-2026-0007, Whitcomb & Ames',
      ...{ start: { date: '2026-03-09' }, end: { date: '2026-03-10' } },
    });
  });

  it('repeats an event on the last day of a month that is too short', () => {
    const repeats = { every: 'month' as const, until: null, skipped: ['2026-02-28'] };
    expect(recurrenceOf({ date: '2026-01-30', time: '' }, repeats, 'America/New_York')).toEqual([
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1',
      'EXDATE;VALUE=DATE:20260228',
    ]);
    expect(recurrenceOf({ date: '2026-01-28', time: '' }, { ...repeats, skipped: [] }, 'UTC')).toEqual([
      'RRULE:FREQ=MONTHLY',
    ]);
  });

  it('names each event differently', () => {
    const names = eventIdentities.map(nameOfEvent);
    expect(names.slice(0, 5)).toEqual(['service', 'arrival', 'cremation', 'disposition', 'deadline.first_notice']);
    expect(new Set(names).size).toBe(names.length);
  });

  it('returns the events that a case has, and none of a cancelled case', () => {
    const sections = {
      service: {
        ...{ service_date: '2026-03-09', service_time: '10:00', service_location: 'Chapel' },
        ...{ disposition_date: '2026-03-10', disposition_time: '09:00', disposition_place: 'Oak Hill Mausoleum' },
      },
      cemetery: { estimated_arrival_time: '11:30', cemetery_name: 'Oak Hill' },
      medical: { cremation_date: '2026-03-11', cremation_time: '09:30' },
    };
    const due = [{ duty: 'filing', due: '2026-03-12' }] as const;
    const neither = { isBurial: false, isCremation: false, isOtherDisposition: false, due };
    const kinds = (status: ShownCase['status'], about: Partial<typeof neither>) =>
      caseEvents({ status }, sections, { ...neither, ...about }, defaultSettings.event_kinds).map(({ kind }) => kind);
    expect(kinds('active', { isBurial: true })).toEqual(['service', 'arrival']);
    expect(kinds('completed', { isCremation: true })).toEqual(['service', 'cremation']);
    expect(kinds('active', { isOtherDisposition: true })).toEqual(['service', 'disposition']);
    const about = { ...neither, isCremation: true, isOtherDisposition: true };
    expect(caseEvents({ status: 'active' }, sections, about, ['cremation'])).toMatchObject([{ time: '09:30' }]);
    expect(caseEvents({ status: 'active' }, sections, about, ['disposition'])).toMatchObject([
      { date: '2026-03-10', time: '09:00', place: 'Oak Hill Mausoleum' },
    ]);
    expect(kinds('cancelled', { isBurial: true, isCremation: true })).toEqual([]);
    const wanted = caseEvents({ status: 'active' }, sections, { ...neither, isBurial: true }, ['deadline']);
    expect(wanted.map(({ kind, duty, date }) => [kind, duty, date])).toEqual([['deadline', 'filing', '2026-03-12']]);
  });

  it("converts each form of Google's time to the home's time zone", () => {
    const home = 'America/New_York';
    expect(localDateTimeAt({ date: '2026-03-09' }, home)).toEqual({ date: '2026-03-09', time: '' });
    const start = { dateTime: '2026-03-09T14:00:00Z', timeZone: 'UTC' };
    expect(localDateTimeAt(start, home)).toEqual({ date: '2026-03-09', time: '10:00' });
    const local = { dateTime: '2026-03-09T10:00:00', timeZone: 'America/Chicago' };
    expect(localDateTimeAt(local, home)).toEqual({ date: '2026-03-09', time: '11:00' });
  });
});

it.each([
  ['2027-03-14', '02:30', '03:30'],
  ['2027-11-07', '01:30', '01:30'],
  ['2027-03-14', '', ''],
])('finds no change after Google shows %s %s as “%s”', (date, time, expectedTime) => {
  expect(putAtHome({ date, time }, 'America/New_York')).toEqual({ date, time: expectedTime });
});
