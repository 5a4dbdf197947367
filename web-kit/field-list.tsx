import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { displayValue, type FormField, isAnswered } from '#domain/values/form-field.ts';
import { formatPhone } from '#domain/values/phone.ts';
import classes from './field-list.module.css';

type ShownField = Pick<FormField, 'name' | 'label' | 'kind' | 'options' | 'group' | 'yesNo'>;

/** A telephone number that can be called, or nothing. */
export const PhoneLink = ({ phone }: { phone: string }) =>
  phone === '' ? null : (
    <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`} inherit>
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
export const wordsOf = (field: Pick<FormField, 'kind' | 'options' | 'yesNo'>, value: unknown): string =>
  displayValue(field, field.yesNo && typeof value === 'boolean' ? (value ? 'yes' : 'no') : value);

/** A field's value as people read it: phones and addresses as links, everything else as text. */
export const FieldText = ({ field, value }: { field: ShownField; value: unknown }) => {
  if (!isAnswered(field, value)) return <span className={classes.none}>—</span>;
  if (field.kind === 'phone' && typeof value === 'string') return <PhoneLink phone={value} />;
  if (field.kind === 'email' && typeof value === 'string') return <EmailLink email={value} />;
  return wordsOf(field, value);
};

interface FieldListProps {
  fields: readonly ShownField[];
  values: Readonly<Record<string, unknown>>;
  /** Shows some fields in a way of their own. */
  special?: Readonly<Record<string, ReactNode>>;
}

/** Labels and values of a section, with a heading where a group begins. */
export const FieldList = ({ fields, values, special = {} }: FieldListProps) => (
  <dl className={classes.list}>
    {fields.map((field, index) => (
      <Fragment key={field.name}>
        {field.group && field.group !== fields[index - 1]?.group && <div className={classes.group}>{field.group}</div>}
        <div className={field.kind === 'textarea' ? classes.wide : undefined}>
          <dt className={classes.label}>{field.label}</dt>
          <dd className={classes.value}>
            {special[field.name] ?? <FieldText field={field} value={values[field.name]} />}
          </dd>
        </div>
      </Fragment>
    ))}
  </dl>
);
