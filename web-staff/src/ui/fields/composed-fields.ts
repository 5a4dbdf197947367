import type { FormField } from '#domain/shared/forms/field.ts';
import { isUnitedStates } from '#domain/shared/reference-data/countries.ts';
import { unknown } from '#domain/shared/reference-data/unknown.ts';

type Shape = Pick<FormField, 'name' | 'label' | 'kind'>;

/** Fields that are read as one line, such as an address. */
export interface Composed<Field extends Shape> {
  label: string;
  fields: readonly Field[];
}

/** Which part of which line a field is. */
interface Part {
  line: string;
  part: string;
}

const name = /^(?:(.+)'s )?(first name|middle name|middle initial|last name|suffix|maiden name)$/i;
const address = /^(Street address|Apt, suite or unit|Room or unit|City|County|State|ZIP|ZIP or Postal Code|Country)$/;
const ofWhat = / of (birth|death)$/;

const partOf = ({ label }: Shape): Part | undefined => {
  const [, owner, part] = name.exec(label) ?? [];
  if (part) return { line: owner ? `${owner}'s name` : 'Name', part: part.toLowerCase() };
  const [, found] = address.exec(label.replace(ofWhat, '')) ?? [];
  if (!found) return undefined;
  return { line: label.endsWith(' of birth') ? 'Place of birth' : 'Address', part: found };
};

/**
 * Parts of a name or of an address that follow one another together, every other field alone; in the order of the form.
 * What stands `apart` is shown in a way of its own, and does not break the line that it stands in.
 */
export const composedFields = <Field extends Shape>(
  fields: readonly Field[],
  apart: (field: Field) => boolean = () => false,
): Composed<Field>[] => {
  const composed: { label: string; fields: Field[]; parts: Set<string> }[] = [];
  let last: (typeof composed)[number] | undefined;
  for (const field of fields) {
    const found = apart(field) ? undefined : partOf(field);
    if (found && last?.label === found.line && !last.parts.has(found.part)) {
      last.fields.push(field);
      last.parts.add(found.part);
      continue;
    }
    const next = { label: found?.line ?? field.label, fields: [field], parts: new Set(found ? [found.part] : []) };
    composed.push(next);
    if (!apart(field)) last = next;
  }
  return composed.map((one) => ({
    // A part alone keeps its own name.
    label: one.fields.length > 1 ? one.label : (one.fields[0]?.label ?? ''),
    fields: one.fields,
  }));
};

/** Most counties are called so; what says what it is keeps its own word. */
const countyText = (county: string, state: string): string => {
  if (county === '' || / (county|parish|borough|city)$/i.test(county) || state === 'AK') return county;
  return `${county} ${state === 'LA' ? 'Parish' : 'County'}`;
};

/**
 * “118 Marine Street, Apt 4, St. Augustine, FL 32084 · St. Johns County”; another country than the United States stands
 * at the end. “Hattie B Gadsden (born Frazier)”; of a person of whom no part of the name is known one “Unknown”.
 */
export const composedText = (
  fields: readonly Shape[],
  textOf: (field: Shape) => string,
  rawOf: (field: Shape) => unknown,
): string => {
  const find = (...parts: string[]) => fields.find((field) => parts.includes(partOf(field)?.part ?? ''));
  const at = (...parts: string[]): string => {
    const field = find(...parts);
    return field ? textOf(field) : '';
  };
  if (fields.some(({ label }) => name.test(label))) {
    const [last, maiden] = [at('last name'), at('maiden name')];
    const own = [at('first name'), at('middle name', 'middle initial'), last, at('suffix')];
    if (own.every((part) => !part || part === unknown)) own.fill('', own.indexOf(unknown) + 1);
    const born = maiden === unknown ? '(maiden name unknown)' : `(born ${maiden})`;
    return [...own, maiden && maiden !== last ? born : ''].filter(Boolean).join(' ');
  }
  const [country, state] = [find('Country'), find('State')];
  const code = country && rawOf(country);
  const stateCode = String((state && rawOf(state)) ?? '');
  const county = countyText(at('County'), stateCode);
  const abroad = typeof code === 'string' && !isUnitedStates(code) ? at('Country') : '';
  const street = [at('Street address'), at('Apt, suite or unit', 'Room or unit')];
  const place = [stateCode, at('ZIP', 'ZIP or Postal Code')].filter(Boolean).join(' ');
  const line = (...parts: string[]) => parts.filter(Boolean).join(', ');
  if (!street[0]) return line(...street, at('City'), county, place, abroad);
  return [line(...street, at('City'), place, abroad), county].filter(Boolean).join(' · ');
};
