import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode, useContext } from 'react';
import { displayValue } from '#domain/shared/forms/display.ts';
import { type FormField, isAnswered } from '#domain/shared/forms/field.ts';
import { isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { unknown } from '#domain/shared/reference-data/unknown.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { HomeZone } from '../time/time-ago.tsx';
import { exactTime } from '../time/time-text.ts';
import classes from './field-list.module.css';

type Shape = Pick<FormField, 'name' | 'label' | 'kind'>;

interface Composed<Field extends Shape> {
  label: string;
  fields: readonly Field[];
}

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
 * Joins consecutive parts of a name or address; other fields stay single, in form order. Fields listed in `apart` are
 * shown separately and do not break the line.
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
    // A single part keeps its own label.
    label: one.fields.length > 1 ? one.label : (one.fields[0]?.label ?? ''),
    fields: one.fields,
  }));
};

const countyText = (county: string, state: string): string => {
  if (county === '' || / (county|parish|borough|city)$/i.test(county) || state === 'AK') return county;
  return `${county} ${state === 'LA' ? 'Parish' : 'County'}`;
};

/**
 * Returns “118 Marine Street, Apt 4, St. Augustine, FL 32084 · St. Johns County”, with a foreign country at the end;
 * “Hattie B Gadsden (born Frazier)”; or one “Unknown” if no part of a name is known.
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

type ShownField = Pick<FormField, 'name' | 'label' | 'kind' | 'options' | 'group' | 'yesNo'>;

export const PhoneLink = ({ phone }: { phone: string }) =>
  phone === '' ? null : (
    <Anchor href={telHref(phone)} inherit style={{ whiteSpace: 'nowrap' }}>
      {formatPhone(phone)}
    </Anchor>
  );

export const EmailLink = ({ email }: { email: string }) =>
  email === '' ? null : (
    <Anchor href={`mailto:${encodeURI(email)}`} inherit>
      {email.slice(0, email.indexOf('@'))}
      <wbr />
      {email.slice(email.indexOf('@'))}
    </Anchor>
  );

/** Returns a stored value as text; a yes/no choice by its option label, which may say more than Yes. */
export const valueText = (field: Pick<FormField, 'kind' | 'options' | 'yesNo'>, value: unknown): string =>
  displayValue(field, field.yesNo && typeof value === 'boolean' ? (value ? 'yes' : 'no') : value);

const InstantText = ({ at }: { at: string }) => exactTime(at, useContext(HomeZone));

export const FieldText = ({ field, value }: { field: ShownField; value: unknown }) => {
  if (!isAnswered(field, value)) return <span className={classes.none}>—</span>;
  if (field.kind === 'phone' && typeof value === 'string') return <PhoneLink phone={value} />;
  if (field.kind === 'email' && typeof value === 'string') return <EmailLink email={value} />;
  if (field.kind === 'datetime' && typeof value === 'string' && value.endsWith('Z')) return <InstantText at={value} />;
  return valueText(field, value);
};

interface FieldListProps {
  fields: readonly ShownField[];
  values: Readonly<Record<string, unknown>>;
  special?: Readonly<Record<string, ReactNode>>;
  onPick?: ((name: string) => void) | undefined;
}

const grouped = (fields: readonly ShownField[]): { group: string | undefined; fields: ShownField[] }[] => {
  const groups: { group: string | undefined; fields: ShownField[] }[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last && last.group === field.group) last.fields.push(field);
    else groups.push({ group: field.group, fields: [field] });
  }
  return groups;
};

export const FieldList = ({ fields, values, special = {}, onPick }: FieldListProps) =>
  grouped(fields).map(({ group, fields: members }) => (
    <Fragment key={members[0]?.name}>
      {group && <h3 className={classes.group}>{group}</h3>}
      <dl className={classes.list}>
        {composedFields(members, ({ name }) => special[name] !== undefined).map(({ label, fields: parts }) => {
          const [field] = parts;
          if (!field) return null;
          const read = () =>
            composedText(
              parts,
              (part) => valueText(part, values[part.name]),
              (part) => values[part.name],
            );
          return (
            <div key={field.name} data-kind={parts.length > 1 ? 'composed' : field.kind}>
              <dt className={classes.label}>{label}</dt>
              <dd className={classes.value}>
                {onPick && (
                  // For the mouse only: keyboards use the section's own edit button.
                  <button
                    type="button"
                    className={classes.pick}
                    tabIndex={-1}
                    aria-label={`Edit ${label}`}
                    onClick={() => onPick(field.name)}
                  />
                )}
                {parts.length > 1
                  ? read()
                  : (special[field.name] ?? <FieldText field={field} value={values[field.name]} />)}
              </dd>
            </div>
          );
        })}
      </dl>
    </Fragment>
  ));
