import type { FormField } from '#domain/forms/field.ts';
import { isUnitedStates } from '#domain/reference-data/countries.ts';

type Shape = Pick<FormField, 'name' | 'label' | 'kind'>;

/** Fields that are read as one line, such as an address. */
export interface Composed<Field extends Shape> {
  label: string;
  fields: readonly Field[];
}

const nameParts = ['First name', 'Middle name', 'Last name', 'Suffix'];
const addressParts = ['Street address', 'Apt, suite or unit', 'City', 'State', 'ZIP or Postal Code', 'Country'];

const partsOf = ({ label }: Shape): readonly string[] | undefined =>
  [nameParts, addressParts].find((parts) => parts.includes(label));

/** Consecutive parts of a name or of an address together, every other field alone; in the order of the form. */
export const composedFields = <Field extends Shape>(fields: readonly Field[]): Composed<Field>[] => {
  const composed: (Composed<Field> & { parts: readonly string[] | undefined; last: number })[] = [];
  for (const field of fields) {
    const parts = partsOf(field);
    const place = parts?.indexOf(field.label) ?? -1;
    const before = composed.at(-1);
    if (before && parts && before.parts === parts && place > before.last) {
      composed.pop();
      const label = parts === nameParts ? 'Name' : 'Address';
      composed.push({ label, parts, last: place, fields: [...before.fields, field] });
    } else composed.push({ label: field.label, parts, last: place, fields: [field] });
  }
  return composed;
};

/** “118 Marine Street, Apt 4, St. Augustine, FL 32084”; another country than the United States stands at the end. */
export const composedText = (
  fields: readonly Shape[],
  textOf: (field: Shape) => string,
  rawOf: (field: Shape) => unknown,
): string => {
  const at = (label: string): string => {
    const field = fields.find((one) => one.label === label);
    return field ? textOf(field) : '';
  };
  if (fields.some(({ label }) => nameParts.includes(label))) return nameParts.map(at).filter(Boolean).join(' ');
  const country = fields.find(({ label }) => label === 'Country');
  const code = country && rawOf(country);
  const state = fields.find(({ label }) => label === 'State');
  const stateCode = state && rawOf(state);
  return [
    at('Street address'),
    at('Apt, suite or unit'),
    at('City'),
    [typeof stateCode === 'string' ? stateCode : '', at('ZIP or Postal Code')].filter(Boolean).join(' '),
    typeof code === 'string' && !isUnitedStates(code) ? at('Country') : '',
  ]
    .filter(Boolean)
    .join(', ');
};
