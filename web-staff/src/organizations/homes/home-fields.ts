import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { FuneralHomeChange } from '#domain/organizations/funeral-home.schema.ts';
import type { MergeConflict } from '#domain/shared/forms/entries-merge.ts';
import type { FieldOption, FieldValue, FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { jurisdictionOptions } from '#domain/shared/values/us-state.ts';
import { maxReminders, reminderFrequencies, reminderRhythmLabels } from '#domain/signatures/reminders.ts';
import type { FormValues } from '../../ui/fields/field-grid.tsx';

const american: readonly FieldOption[] = [
  { value: 'America/New_York', label: 'Eastern Time (New York)' },
  { value: 'America/Chicago', label: 'Central Time (Chicago)' },
  { value: 'America/Denver', label: 'Mountain Time (Denver)' },
  { value: 'America/Phoenix', label: 'Mountain Time without daylight saving (Phoenix)' },
  { value: 'America/Los_Angeles', label: 'Pacific Time (Los Angeles)' },
  { value: 'America/Anchorage', label: 'Alaska Time (Anchorage)' },
  { value: 'Pacific/Honolulu', label: 'Hawaii Time (Honolulu)' },
  { value: 'America/Puerto_Rico', label: 'Atlantic Time (Puerto Rico, U.S. Virgin Islands)' },
  { value: 'Pacific/Guam', label: 'Chamorro Time (Guam, Northern Mariana Islands)' },
  { value: 'Pacific/Pago_Pago', label: 'Samoa Time (American Samoa)' },
];

/** Returns every IANA zone of the browser, those of the United States first. */
export const timeZoneOptions = (): readonly FieldOption[] => {
  const first = new Set(american.map(({ value }) => value));
  const otherZones = Intl.supportedValuesOf('timeZone').filter((zone) => !first.has(zone));
  return [...american, ...otherZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))];
};

const form = fieldBuilders<never>();
const { shape } = FuneralHomeChange;
const address = 'Address';

const taxOn = (name: string, label: string, schema: FormField['schema']) =>
  form.line(name, `Sales tax on ${label} (%)`, {
    width: 'half',
    maxLength: 7,
    inputmode: 'decimal',
    schema,
    group: 'Money',
  });

export const homeDetailFields: readonly FormField[] = [
  form.line('name', 'Name', { maxLength: 100, schema: shape.name }),
  form.phone('phone', 'Phone', { width: 'half', schema: shape.phone }),
  form.phone('emergency_phone', 'Emergency phone (24/7)', {
    width: 'half',
    schema: shape.emergency_phone,
    help: 'Families see “Available 24/7” next to it. Leave it blank if no one answers at night.',
  }),
  form.line('address', 'Street', { maxLength: 100, schema: shape.address, group: address }),
  form.line('city', 'City', { width: 'half', maxLength: 100, schema: shape.city, group: address }),
  form.field('state', 'state', 'State', shape.state, { width: 'quarter', group: address }),
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
  form.line('sales_tax_rate', 'Sales tax on merchandise (%)', {
    width: 'half',
    maxLength: 7,
    inputmode: 'decimal',
    schema: shape.sales_tax_rate,
    group: 'Money',
    help: 'Default for new cases. Each Statement can have its own.',
  }),
];

/** Sales tax and the effect of a Statement; not part of the set-up of a new home. */
const homeMoneyFields: readonly FormField[] = [
  taxOn('services_tax_rate', 'services', shape.services_tax_rate),
  taxOn('special_charges_tax_rate', 'special charges', shape.special_charges_tax_rate),
  taxOn('packages_tax_rate', 'packages', shape.packages_tax_rate),
  taxOn('cash_advances_tax_rate', 'cash advances', shape.cash_advances_tax_rate),
  form.checkbox('tax_package_merchandise', 'Tax the merchandise in packages as merchandise', {
    schema: shape.tax_package_merchandise,
    group: 'Money',
    help: 'Where packages have no rate of their own: of the amount that a package says is merchandise.',
  }),
  form.checkbox('contract_follows_statement', 'Contract total follows the latest final Statement', {
    schema: shape.contract_follows_statement,
    group: 'Money',
    help: 'Finalizing a Statement sets the contract total of its case.',
  }),
];

export const homeSettingFields: readonly FormField[] = [
  form.field('multiselect', 'notification_emails', 'Who to notify about new submissions', shape.notification_emails, {
    help: 'Up to 10 email addresses. Press Enter or comma to add one.',
  }),
  form.text('condolence_message', 'Message to families', {
    maxLength: 500,
    help: 'Shown at the top of the public form.',
    schema: shape.condolence_message,
  }),
  form.select(
    'signature_reminders',
    'Send signature reminders',
    reminderFrequencies.map((value) => ({ value, label: reminderRhythmLabels[value] })),
    {
      schema: shape.signature_reminders,
      help: `By email, between 9 AM and 6 PM local time, up to ${maxReminders} times.`,
    },
  ),
  form.checkbox('include_territories', 'Include DC and U.S. territories in state lists', {
    help:
      'When off, staff forms list the 50 states, and customer addresses must be in one of them. ' +
      'When on, they also list DC, Puerto Rico, Guam, the U.S. Virgin Islands, American Samoa and the Northern Mariana Islands.',
    schema: shape.include_territories,
  }),
];

export const requiredHomeFields: ReadonlySet<string> = new Set(['name', 'slug', 'time_zone']);

const formValue = (value: unknown): FieldValue => {
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String) : '';
};

export const homeValues = (fields: readonly FormField[], home: FuneralHome | undefined): FormValues => {
  const record: Record<string, unknown> = home ?? {};
  return Object.fromEntries(fields.map(({ name }) => [name, formValue(record[name])]));
};

export const homeBody = (changed: readonly FormField[], values: FormValues): FuneralHomeChange =>
  Object.fromEntries(changed.map(({ name }) => [name, values[name]]));

/** Conflicts show a logo as a description, because its data URL is unreadable. */
export const describeLogo = (collision: MergeConflict): MergeConflict => {
  const { field, mine, theirs } = collision;
  if (field.name !== 'logo_url') return collision;
  const options = [
    { value: String(mine), label: collision.contested ? 'Your picture' : 'Original picture' },
    { value: String(theirs), label: 'Their picture' },
  ];
  return { ...collision, field: { ...field, options } };
};

const named = (name: string): FormField[] =>
  [...homeDetailFields, ...homeSettingFields].filter((field) => field.name === name);

export const publicPageFields: readonly FormField[] = [
  form.line('slug', 'Public address', { maxLength: 60, schema: shape.slug }),
  form.line('logo_url', 'Logo', { schema: shape.logo_url }),
  ...named('condolence_message'),
  ...named('emergency_phone').map((field) => ({ ...field, width: undefined })),
];

const onThePublicPage = new Set(publicPageFields.map(({ name }) => name));

/** All states, because the audit log also shows those that a form may not offer. */
export const detailFields: readonly FormField[] = [
  ...homeDetailFields,
  ...homeMoneyFields,
  ...homeSettingFields.map((field) => ({ ...field, group: 'Submissions and forms' })),
]
  .filter(({ name }) => !onThePublicPage.has(name))
  .map((field) => (field.kind === 'state' ? { ...field, options: jurisdictionOptions } : field));
