import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode, useContext } from 'react';
import { displayValue } from '#domain/shared/forms/display.ts';
import { type FormField, isAnswered } from '#domain/shared/forms/field.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { exactTime, timeAtHome } from '../time/time-text.ts';
import { composedFields, composedText } from './composed-fields.ts';
import classes from './field-list.module.css';
import { HomeZone } from './home-zone.ts';

type ShownField = Pick<FormField, 'name' | 'label' | 'kind' | 'options' | 'group' | 'yesNo'>;

/** A telephone number that can be called, or nothing. */
export const PhoneLink = ({ phone }: { phone: string }) =>
  phone === '' ? null : (
    <Anchor href={telHref(phone)} inherit>
      {formatPhone(phone)}
    </Anchor>
  );

/** An address that can be written to. */
export const EmailLink = ({ email }: { email: string }) =>
  email === '' ? null : (
    <Anchor href={`mailto:${encodeURI(email)}`} inherit>
      {email}
    </Anchor>
  );

/** A stored value in words; a yes/no choice in those of its options, which may say more than Yes. */
export const valueText = (field: Pick<FormField, 'kind' | 'options' | 'yesNo'>, value: unknown): string =>
  displayValue(field, field.yesNo && typeof value === 'boolean' ? (value ? 'yes' : 'no') : value);

const InstantText = ({ at }: { at: string }) => {
  const timeZone = useContext(HomeZone);
  return timeZone === undefined ? exactTime(at) : timeAtHome(at, timeZone);
};

/** A field's value as people read it: phones and addresses as links, everything else as text. */
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
  /** Shows some fields in a way of their own. */
  special?: Readonly<Record<string, ReactNode>>;
  /** Goes to where a field is edited, when its value is clicked. */
  onPick?: ((name: string) => void) | undefined;
}

/** Consecutive fields of the same group, in their order. */
const grouped = (fields: readonly ShownField[]): { group: string | undefined; fields: ShownField[] }[] => {
  const groups: { group: string | undefined; fields: ShownField[] }[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last && last.group === field.group) last.fields.push(field);
    else groups.push({ group: field.group, fields: [field] });
  }
  return groups;
};

/** Labels and values of a section, with a heading over each group. */
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
                  // For the mouse: the keyboard has the one way in that the fields share.
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
