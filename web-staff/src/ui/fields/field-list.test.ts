import { expect, it } from 'vitest';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { composedFields, composedText } from './field-list.tsx';

const values: Record<string, string> = {
  informant_first_name: 'Karin',
  informant_last_name: 'Lindqvist',
  informant_phone: '9045550142',
  informant_address: '118 Marine Street',
  informant_address_apt: 'Apt 4',
  informant_city: 'St. Augustine',
  informant_state: 'FL',
  informant_zip: '32084',
  informant_country: 'USA',
};
const read = (stored: Record<string, string>) => {
  const filled = intakeFields.map(({ field }) => field).filter(({ name }) => stored[name]);
  return composedFields(filled).map(({ label, fields }) => [
    label,
    fields.length === 1
      ? stored[fields[0]?.name ?? '']
      : composedText(
          fields,
          (one) => displayValue(filled.find(({ name }) => name === one.name) ?? one, stored[one.name]),
          (one) => stored[one.name],
        ),
  ]);
};

it('composedFields joins a name and an address into one line each', () => {
  expect(read(values)).toEqual([
    ['Name', 'Karin Lindqvist'],
    ['Phone number', '9045550142'],
    ['Address', '118 Marine Street, Apt 4, St. Augustine, FL 32084'],
  ]);
});

it('composedText adds a foreign country', () => {
  const abroad = { ...values, informant_state: '', informant_country: 'CAN', informant_zip: 'K1A 0B1' };
  expect(read(abroad).at(-1)).toEqual(['Address', '118 Marine Street, Apt 4, St. Augustine, K1A 0B1, Canada']);
});

it("composedText joins parents' names and a place of birth", () => {
  expect(
    read({
      birthplace_city: 'Savannah',
      birthplace_county: 'Chatham',
      birthplace_state: 'GA',
      birthplace_country: 'USA',
      mother_first_name: 'Hattie',
      mother_middle_name: 'B',
      mother_last_name: 'Gadsden',
      mother_maiden_name: 'Frazier',
    }),
  ).toEqual([
    ['Place of birth', 'Savannah, Chatham County, GA'],
    ["Mother's name", 'Hattie B Gadsden (born Frazier)'],
  ]);
});

it.each([
  ['Hattie', 'Gadsden', 'Unknown', 'Hattie Gadsden (maiden name unknown)'],
  ['Unknown', 'Unknown', 'Unknown', 'Unknown'],
  ['Unknown', 'Gadsden', 'Gadsden', 'Unknown Gadsden'],
])('composedText shows one Unknown for an unknown name: %s %s, %s', (first, last, maiden, text) => {
  const stored = { mother_first_name: first, mother_last_name: last, mother_maiden_name: maiden };
  expect(read(stored)).toEqual([["Mother's name", text]]);
});

const field = (label: string) => ({ name: label, label, kind: 'text' as const });

it('composedFields lists a missing part separately without breaking the line', () => {
  const fields = ['Street address', 'City of death', 'County of death', 'State of death', 'ZIP of death'].map(field);
  const composed = composedFields(fields, ({ label }) => label === 'City of death');
  expect(composed.map(({ label, fields: parts }) => [label, parts.length])).toEqual([
    ['Address', 4],
    ['City of death', 1],
  ]);
  const stored: Record<string, string> = {
    'Street address': '88 Rue Bayou',
    'County of death': 'Lafayette',
    'State of death': 'LA',
    'ZIP of death': '70506',
  };
  const text = composedText(
    composed[0]?.fields ?? [],
    ({ label }) => stored[label] ?? '',
    ({ label }) => stored[label],
  );
  expect(text).toBe('88 Rue Bayou, LA 70506 · Lafayette Parish');
});

it('composedFields keeps the label of a single part', () => {
  expect(composedFields([field('City'), field('Notes'), field('State')]).map(({ label }) => label)).toEqual([
    'City',
    'Notes',
    'State',
  ]);
});
