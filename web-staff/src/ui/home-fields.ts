import type { FuneralHome } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { FuneralHomeChange } from '#domain/funeral-homes/funeral-home.schema.ts';
import { fieldBuilders } from '#domain/values/field-builders.ts';
import type { FieldValue, FormField } from '#domain/values/form-field.ts';
import { jurisdictionOptions } from '#domain/values/us-state.ts';
import { sameValue } from '#web-kit/collision.ts';
import type { FormValues } from '#web-kit/field-control.tsx';
import { timeZoneOptions } from './time-zone-options.ts';

const form = fieldBuilders<never>();
const { shape } = FuneralHomeChange;
const address = 'Address';

/** What a home is and where. */
export const homeDetailFields: readonly FormField[] = [
  form.line('name', 'Name', { maxLength: 100, schema: shape.name }),
  form.phone('phone', 'Phone', { width: 'half', schema: shape.phone }),
  form.phone('emergency_phone', 'Phone at night and on weekends', { width: 'half', schema: shape.emergency_phone }),
  form.line('address', 'Street', { maxLength: 100, schema: shape.address, group: address }),
  form.line('city', 'City', { width: 'half', maxLength: 100, schema: shape.city, group: address }),
  form.field('state', 'state', 'State', shape.state, {
    width: 'quarter',
    options: jurisdictionOptions,
    group: address,
  }),
  form.line('zip_code', 'ZIP code', { width: 'quarter', maxLength: 10, schema: shape.zip_code, group: address }),
  form.line('license_number', 'License number', {
    width: 'half',
    maxLength: 40,
    schema: shape.license_number,
    group: 'License and time',
  }),
  form.select('time_zone', 'Time zone', timeZoneOptions(), {
    width: 'half',
    schema: shape.time_zone,
    group: 'License and time',
  }),
];

/** What families meet, and who is told. */
export const homeSettingFields: readonly FormField[] = [
  form.text('notification_emails', 'Who is told of a new submission', {
    maxLength: 2600,
    help: 'One email address per line, ten at most.',
    schema: shape.notification_emails,
  }),
  form.text('condolence_message', 'Words to the family', {
    maxLength: 500,
    help: 'They stand at the top of the public form.',
    schema: shape.condolence_message,
  }),
  form.checkbox('include_territories', 'Offer DC and the territories in lists of states', {
    help: 'Without it these lists hold the 50 states.',
    schema: shape.include_territories,
  }),
];

/** The fields that a home cannot do without. */
export const requiredHomeFields: ReadonlySet<string> = new Set(['name', 'slug', 'time_zone']);

const formValue = (value: unknown): FieldValue => {
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  return Array.isArray(value) ? value.join('\n') : '';
};

/** A home as a form over these fields holds it: lists one entry per line, '' for nothing. */
export const homeValues = (fields: readonly FormField[], home: FuneralHome): FormValues => {
  const record: Record<string, unknown> = home;
  return Object.fromEntries(fields.map(({ name }) => [name, formValue(record[name])]));
};

/** The fields whose value differs from where the editing began. */
export const changedHomeFields = (fields: readonly FormField[], before: FormValues, values: FormValues): FormField[] =>
  fields.filter(({ name }) => !sameValue(before[name], values[name]));

const wireValue = (name: string, value: FieldValue | undefined): unknown => {
  if (name !== 'notification_emails') return value;
  return String(value ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean);
};

/** These fields as the wire carries them. */
export const homeBody = (fields: readonly FormField[], values: FormValues): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ name }) => [name, wireValue(name, values[name])]));
