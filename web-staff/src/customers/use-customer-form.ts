import { useEffect, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { type CustomerFieldName, customerFieldNames, customerFields } from '#domain/customers/customer.fields.ts';
import {
  Customer,
  type CustomerFields,
  type CustomerRelation,
  type CustomerRow,
  NewCustomer,
  toCustomerFields,
} from '#domain/customers/customer.schema.ts';
import { ApiError, serverMessage } from '#domain/shared/contract/client.ts';
import type { Unchanged } from '#domain/shared/forms/entries-merge.ts';
import type { FieldOption, FieldValue, FormField } from '#domain/shared/forms/field.ts';
import { formatDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { languageOptions } from '#domain/shared/values/language.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { isOneLetterName, wholeNameLabel } from '#domain/shared/values/person-name.ts';
import { parsePhone } from '#domain/shared/values/phone.ts';
import { useStateOptions } from '../reference-data/parts/state-options.ts';
import type { FormValues } from '../ui/fields/field-grid.tsx';
import type { RecordFormOptions } from '../ui/record-form/record-form.ts';
import { useRecordForm } from '../ui/record-form/use-record-form.tsx';

type CustomerField = FormField<CustomerFieldName | 'is_whole_name'>;
type Details = Pick<FormField, 'kind'> & Partial<Pick<FormField, 'width' | 'inputmode' | 'options'>>;

export interface CustomerSection {
  id: 'basic' | 'contact' | 'notes';
  title: string;
  required: boolean;
  fields: readonly CustomerField[];
}

const field = (name: CustomerFieldName, details: Details): CustomerField => {
  const { label, rule, maxLength, isRequired } = customerFields[name];
  const limits = { maxLength, ...(isRequired ? { requiredIf: true as const } : {}) };
  return { name, label, schema: rule, defaultValue: '', ...limits, ...details };
};

const wholeName: CustomerField = {
  name: 'is_whole_name',
  label: wholeNameLabel,
  kind: 'checkbox',
  defaultValue: false,
  schema: z.boolean(),
};

const name = { kind: 'text', width: 'third' } as const;

/** D1 §2. */
export const customerSections = (states: readonly FieldOption[]): readonly CustomerSection[] => [
  {
    id: 'basic',
    title: 'Basic Information',
    required: true,
    fields: [field('first_name', name), field('middle_name', name), field('last_name', name), wholeName],
  },
  {
    id: 'contact',
    title: 'Contact & Address',
    required: true,
    fields: [
      field('phone', { kind: 'phone', width: 'half', inputmode: 'tel' }),
      field('email', { kind: 'email', width: 'half', inputmode: 'email' }),
      field('address', { kind: 'text', width: 'two-thirds' }),
      field('apt_house_number', { kind: 'text', width: 'third' }),
      field('city', { kind: 'text', width: 'third' }),
      field('state', { kind: 'state', width: 'third', options: states }),
      field('zip_code', { kind: 'zip', width: 'third' }),
      field('county', { kind: 'text', width: 'third' }),
      field('language', { kind: 'select', width: 'third', options: languageOptions }),
    ],
  },
  {
    id: 'notes',
    title: 'Additional Notes',
    required: false,
    fields: [field('notes', { kind: 'textarea' })],
  },
];

const relations: Readonly<Record<CustomerRelation, string>> = { informant: 'Informant', next_of_kin: 'Next of kin' };

/** 'Informant, Next of kin' */
export const relationsText = (of: readonly CustomerRelation[]): string => of.map((one) => relations[one]).join(', ');

/** '2 active cases', or '' for none. */
export const activeCasesText = (count: number): string =>
  count === 0 ? '' : `${count.toLocaleString('en-US')} active ${count === 1 ? 'case' : 'cases'}`;

/** '$1,250.00' for a decimal of the wire, or '' for none. */
export const depositText = (total: string): string => {
  const cents = parseMoney(total) ?? 0;
  return cents === 0 ? '' : formatMoney(cents);
};

/** 'Nov 24, 2026', or a dash for no service to come. */
export const serviceText = ({ upcoming_service }: Pick<CustomerRow, 'upcoming_service'>): string =>
  upcoming_service ? formatDate(upcoming_service) : '—';

/** 'Nov 20, 2026' (D1 §9). */
export const dayText = (instant: string, timeZone: string): string => formatDate(todayIn(timeZone, new Date(instant)));

/** Returns the server's message, that the connection was lost, or `fallback` (D1 §8). */
export const messageOr = (error: unknown, fallback: string): string => {
  const isLost = error instanceof ApiError && error.status === 0;
  return serverMessage(error) ?? (isLost ? error.message : fallback);
};

/** Omitted when blank (D1 §5). */
const omitted = new Set<string>(['middle_name', 'apt_house_number', 'language', 'notes']);

export const valuesOf = (customer?: Readonly<CustomerFields>): FormValues =>
  Object.fromEntries([['is_whole_name', false], ...customerFieldNames.map((name) => [name, customer?.[name] ?? ''])]);

const entry = (values: FormValues, name: CustomerFieldName): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

const comparable = (name: string, value: FieldValue | undefined): string => {
  const text = typeof value === 'string' ? value.trim() : '';
  if (name !== 'phone') return text;
  const parsed = parsePhone(text);
  return 'digits' in parsed ? parsed.digits : text;
};

/** Ignores blanks around a value (D1 §4); phones compare by digits. */
export const unchangedEntry: Unchanged = ({ name }, before, now) => comparable(name, before) === comparable(name, now);

export const changedNames = (values: FormValues, base: FormValues): CustomerFieldName[] =>
  customerFieldNames.filter((name) => comparable(name, values[name]) !== comparable(name, base[name]));

/** Returns normalized values; a stored value that the rules reject stays as it is. */
const normalizedValues = (values: FormValues): Partial<NewCustomer> =>
  Object.fromEntries(
    customerFieldNames.map((name) => [
      name,
      customerFields[name].rule.safeParse(values[name]).data ?? entry(values, name),
    ]),
  );

/** Returns the first error of each field, in the form's order. */
export const problemsOf = (values: FormValues): Map<CustomerFieldName, string> => {
  const issues = NewCustomer.safeParse(values).error?.issues ?? [];
  const first = new Map(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
  return new Map(customerFieldNames.flatMap((name) => (first.has(name) ? [[name, first.get(name) ?? '']] : [])));
};

export const missingFields = (values: FormValues, names: readonly string[] = customerFieldNames): CustomerFieldName[] =>
  customerFieldNames
    .filter((name) => names.includes(name))
    .filter((name) => customerFields[name].isRequired && entry(values, name) === '');

export const labelsOf = (names: readonly CustomerFieldName[]): string =>
  names.map((name) => customerFields[name].label).join(', ');

/** 'Phone Number' for phone; an unknown field is its name. */
export const labelOf = (field: string): string => {
  const known = customerFieldNames.find((name) => name === field);
  if (known) return customerFields[known].label;
  return field.replace(/[._]+/g, ' ').replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
};

export const cleaned = (values: FormValues): FormValues => valuesOf(toCustomerFields(normalizedValues(values)));

/**
 * Returns values as the wire has them: blank phone and email null, blank optional fields omitted unless they were
 * emptied.
 */
export const bodyOf = (values: FormValues, base: FormValues = valuesOf()): NewCustomer => {
  const cleaned = normalizedValues(values);
  const body: Partial<Record<CustomerFieldName, string | null>> = {};
  for (const name of customerFieldNames) {
    const value = cleaned[name] || customerFields[name].blank;
    if (value !== '' || !omitted.has(name) || entry(base, name) !== '') body[name] = value;
  }
  return { ...body, ...(values.is_whole_name === true ? { is_whole_name: true } : {}) } as NewCustomer;
};

const useCustomerSections = (): readonly CustomerSection[] => {
  const states = useStateOptions();
  return useMemo(() => customerSections(states), [states]);
};

type Settings = Omit<RecordFormOptions<Customer>, 'fields' | 'recordSchema' | 'versionOf' | 'valuesOf' | 'rules'>;

export const useCustomerForm = (settings: Settings) => {
  const sections = useCustomerSections();
  const form = useRecordForm<Customer>({
    fields: sections.flatMap(({ fields }) => fields),
    recordSchema: Customer,
    versionOf: ({ version }) => version,
    valuesOf,
    rules: () => NewCustomer,
    unchanged: unchangedEntry,
    mode: 'all',
    ...settings,
  });
  const { control, getValues, trigger } = form.methods;
  const isWholeName = useWatch({ control, name: 'is_whole_name' });
  // The confirmation decides whether a name of one letter is valid.
  useEffect(() => {
    const names = (['first_name', 'last_name'] as const).filter((name) => isOneLetterName(getValues(name)));
    if (isWholeName === true && names.length > 0) void trigger(names);
  }, [isWholeName, getValues, trigger]);
  return { sections, form };
};
