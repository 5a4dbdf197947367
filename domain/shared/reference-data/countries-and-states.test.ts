import { describe, expect, it } from 'vitest';
import { countries, fallbackCountries, isUnitedStates, statesOf } from './countries-and-states.ts';
import { countryCode } from './place-fields.ts';

describe('countries and findCountry', () => {
  it('contain the 249 of ISO 3166-1, US, CA and MX first, then by name', () => {
    expect(countries).toHaveLength(249);
    expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
    expect(new Set(countries.map(({ code3 }) => code3)).size).toBe(249);
    expect(countries.every(({ code, code3 }) => /^[A-Z]{2}$/.test(code) && /^[A-Z]{3}$/.test(code3))).toBe(true);
    expect(countries.slice(0, 3).map(({ code }) => code)).toEqual(['US', 'CA', 'MX']);
    const rest = countries.slice(3).map(({ name }) => name);
    expect(rest).toEqual(rest.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(fallbackCountries.map(({ code3 }) => code3)).toEqual(['USA', 'CAN', 'MEX']);
  });

  it.each(['US', 'usa', 'United States'])('%s is the United States', (text) => {
    expect(isUnitedStates(text)).toBe(true);
    expect(countryCode.parse(text)).toBe('USA');
  });

  it('isUnitedStates is true for an address without a country', () => expect(isUnitedStates(' ')).toBe(true));
});

describe('statesOf', () => {
  it.each([
    ['US', 50],
    ['CA', 13],
    ['Mexico', 32],
    ['FR', 0],
    ['nowhere', 0],
  ])('%s has %i', (country, count) => expect(statesOf(country)).toHaveLength(count));
});
