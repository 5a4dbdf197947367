import { expect, it } from 'vitest';
import { deceasedFields, demographicsFields } from '#domain/cases/sections/deceased-and-demographics.ts';
import { informantFields, nextOfKinFields } from '#domain/cases/sections/informant-and-family.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import {
  addressChoices,
  addressesIn,
  filledByZip,
  knownAddresses,
  placeInLines,
  wholeZipOf,
  zipBeforeCity,
} from './addresses.ts';

const lines = '32080|Saint Augustine|St. Johns|FL\n32084|Saint Augustine|St. Johns|FL\n32204|Jacksonville|Duval|FL';
const place = placeInLines('32084', lines);
const address = { street: 'address', city: 'city', county: 'county', state: 'state', zip: 'zip', country: 'country' };

it('addressesIn finds the addresses of a form, but not single-line addresses', () => {
  expect(addressesIn(nextOfKinFields)).toEqual([
    {
      ...{ street: 'address_street', unit: 'address_apt', city: 'city', state: 'state', zip: 'zip_code' },
      ...{ country: 'address_country', county: 'county' },
    },
  ]);
  expect(addressesIn(informantFields).map(({ street }) => street)).toEqual(['customer_address_street']);
  expect(addressesIn(deceasedFields).map(({ city, county }) => [city, county])).toEqual([
    ['city_of_death', 'county_of_death'],
    ['current_body_city', undefined],
  ]);
  expect(intakeSections.flatMap(({ fields }) => addressesIn(fields)).map(({ zip }) => zip)).toEqual([
    ...['deceased_address_zip', 'informant_zip', 'death_zip', 'current_body_zip', 'cemetery_zip'],
  ]);
});

it('placeInLines returns the place of a listed ZIP code only', () => {
  expect(place).toEqual({ city: 'Saint Augustine', county: 'St. Johns', state: 'FL' });
  expect(placeInLines('32204', lines)?.county).toBe('Duval');
  expect(placeInLines('32204-1234', lines)?.county).toBe('Duval');
  expect([placeInLines('00901', lines), placeInLines('2084', lines)]).toEqual([undefined, undefined]);
});

it('wholeZipOf returns a complete ZIP code without pasted marks', () => {
  expect(['32084', '\u200E32084\u202C', '32084–1234'].map(wholeZipOf)).toEqual(['32084', '32084', '32084-1234']);
  expect(['3208', 'K1A 0B1', undefined].map(wholeZipOf)).toEqual([undefined, undefined, undefined]);
});

it('filledByZip fills blank fields and keeps typed values', () => {
  if (!place) throw new Error('The ZIP code has no place');
  const all = { city: 'Saint Augustine', county: 'St. Johns', state: 'FL' };
  expect(filledByZip(address, { city: ' ', country: 'USA' }, place)).toEqual(all);
  expect(filledByZip(address, { city: 'Vilano Beach' }, place)).toEqual({ county: 'St. Johns', state: 'FL' });
  expect(filledByZip(address, { country: 'MEX' }, place)).toEqual({});
  expect(filledByZip({ city: 'city' }, {}, place)).toEqual({ city: 'Saint Augustine' });
});

it('filledByZip replaces what the previous ZIP code filled in', () => {
  if (!place) throw new Error('The ZIP code has no place');
  const moved = { ...place, city: 'Jacksonville', county: 'Duval' };
  const values = { city: 'Saint Augustine', county: 'Saint Johns', state: 'FL' };
  expect(filledByZip(address, values, moved, place)).toEqual({ city: 'Jacksonville', state: 'FL' });
  expect(filledByZip(address, values, null, place)).toEqual({ city: '', state: '' });
  expect(filledByZip(address, values, null)).toEqual({});
});

it('zipBeforeCity moves the ZIP code before the city', () => {
  const names = ['address', 'city', 'county', 'state', 'zip', 'notes'];
  const kinds: Readonly<Record<string, 'state' | 'zip'>> = { state: 'state', zip: 'zip' };
  const fields = names.map((name) => ({ name, kind: kinds[name] ?? ('text' as const) }));
  expect(zipBeforeCity(fields).map(({ name }) => name)).toEqual(['address', 'zip', 'city', 'county', 'state', 'notes']);
});

const home = {
  home_address_street: '118 Marine Street',
  home_address_city: 'St. Augustine',
  home_address_zip: '32084',
};
const kinAddress = { address_street: '118 marine street', city: 'St. Augustine', zip_code: '32084' };

it('addressChoices returns each labeled address once, without the current one', () => {
  const known = [
    ...knownAddresses(nextOfKinFields, kinAddress, 'Karin Lindqvist'),
    ...knownAddresses(demographicsFields, { ...home, place_of_birth_city: 'Savannah' }),
    ...knownAddresses(deceasedFields, { death_address_street: '400 Health Park Blvd' }),
    ...knownAddresses(deceasedFields, { current_body_address: '74 King Street', current_body_city: 'St. Augustine' }),
  ];
  const labelsOf = (current: Record<string, string>) => addressChoices(known, current).map(({ label }) => label);
  expect(labelsOf({})).toEqual(['Karin Lindqvist', 'Where the body is']);
  expect(labelsOf({ street: '118 Marine Street', city: 'St. Augustine', zip: '32084' })).toEqual(['Where the body is']);
});
