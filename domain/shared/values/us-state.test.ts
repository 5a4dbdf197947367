import { expect, it } from 'vitest';
import { jurisdictions, timeZoneOfState } from '#domain/shared/values/us-state.ts';

/** Offsets from UTC on January 15 and July 15, 2026 by jurisdiction, from the official map of time zones. */
const offsets: Readonly<Record<string, string>> = {
  '-5 -4': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  '-6 -5': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  '-7 -6': 'CO ID MT NM UT WY',
  '-7 -7': 'AZ',
  '-8 -7': 'CA NV OR WA',
  '-9 -8': 'AK',
  '-10 -10': 'HI',
  '-4 -4': 'PR VI',
  '10 10': 'GU MP',
  '-11 -11': 'AS',
};

const offsetOn = (timeZone: string, day: string): number => {
  const noon = new Date(`${day}T12:00:00Z`);
  const shown = noon.toLocaleString('sv-SE', { timeZone });
  return (Date.parse(`${shown.replace(' ', 'T')}Z`) - noon.getTime()) / 3_600_000;
};

it.each(Object.entries(offsets))('is %s hours from UTC, in winter and in summer, in %s', (expected, states) => {
  for (const state of states.split(' ')) {
    const zone = timeZoneOfState(state) ?? '';
    expect(`${state} ${offsetOn(zone, '2026-01-15')} ${offsetOn(zone, '2026-07-15')}`).toBe(`${state} ${expected}`);
  }
});

it('timeZoneOfState covers exactly the states, DC and territories', () => {
  const written = Object.values(offsets).flatMap((states) => states.split(' '));
  expect(written.toSorted()).toEqual(jurisdictions.map(({ code }) => code).toSorted());
  expect(timeZoneOfState('ON')).toBeUndefined();
  expect(timeZoneOfState('')).toBeUndefined();
});
