import { expect, it } from 'vitest';
import { displayValue } from '#domain/forms/display.ts';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { composedFields, composedText } from './composed-fields.ts';

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
const read = (kept: Record<string, string>) => {
  const filled = intakeFields.map(({ field }) => field).filter(({ name }) => kept[name]);
  return composedFields(filled).map(({ label, fields }) => [
    label,
    fields.length === 1
      ? kept[fields[0]?.name ?? '']
      : composedText(
          fields,
          (one) => displayValue(filled.find(({ name }) => name === one.name) ?? one, kept[one.name]),
          (one) => kept[one.name],
        ),
  ]);
};

it('reads a name and an address as one line each', () => {
  expect(read(values)).toEqual([
    ['Name', 'Karin Lindqvist'],
    ['Phone number', '9045550142'],
    ['Address', '118 Marine Street, Apt 4, St. Augustine, FL 32084'],
  ]);
});

it('says the country where it is another one', () => {
  const abroad = { ...values, informant_state: '', informant_country: 'CAN', informant_zip: 'K1A 0B1' };
  expect(read(abroad).at(-1)).toEqual(['Address', '118 Marine Street, Apt 4, St. Augustine, K1A 0B1, Canada']);
});
