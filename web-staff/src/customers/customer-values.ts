import { type CustomerFieldName, customerFieldNames, customerFields } from '#domain/customers/customer.fields.ts';
import { type CustomerFields, NewCustomer, toCustomerFields } from '#domain/customers/customer.schema.ts';
import type { Unchanged } from '#domain/shared/forms/differences.ts';
import type { FieldValue } from '#domain/shared/forms/field.ts';
import { parsePhone } from '#domain/shared/values/phone.ts';
import type { FormValues } from '../ui/fields/field-control.tsx';

/** Left out when blank (D1 §5). */
const omitted = new Set<string>(['middle_name', 'apt_house_number', 'language', 'notes']);

/** What the form holds for a customer, or for nobody yet. */
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

/** Whether a field holds what it held, but for blanks around it (D1 §4); a phone number is its digits. */
export const unchangedEntry: Unchanged = ({ name }, before, now) => comparable(name, before) === comparable(name, now);

/** The names of the fields that hold something else than they did. */
export const changedNames = (values: FormValues, base: FormValues): CustomerFieldName[] =>
  customerFieldNames.filter((name) => comparable(name, values[name]) !== comparable(name, base[name]));

/** Values as a record holds them; what stands there and would not be taken anew stays as it is. */
const normalizedValues = (values: FormValues): Partial<NewCustomer> =>
  Object.fromEntries(
    customerFieldNames.map((name) => [
      name,
      customerFields[name].rule.safeParse(values[name]).data ?? entry(values, name),
    ]),
  );

/** The first fault of each field, in the form's order. */
export const problemsOf = (values: FormValues): Map<CustomerFieldName, string> => {
  const issues = NewCustomer.safeParse(values).error?.issues ?? [];
  const first = new Map(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
  return new Map(customerFieldNames.flatMap((name) => (first.has(name) ? [[name, first.get(name) ?? '']] : [])));
};

/** The required fields among `names` that hold nothing. */
export const missingFields = (values: FormValues, names: readonly string[] = customerFieldNames): CustomerFieldName[] =>
  customerFieldNames
    .filter((name) => names.includes(name))
    .filter((name) => customerFields[name].isRequired && entry(values, name) === '');

export const labelsOf = (names: readonly CustomerFieldName[]): string =>
  names.map((name) => customerFields[name].label).join(', ');

/** 'Phone Number' for phone; a field that this form does not know by its name alone. */
export const labelOf = (field: string): string => {
  const known = customerFieldNames.find((name) => name === field);
  if (known) return customerFields[known].label;
  return field.replace(/[._]+/g, ' ').replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
};

/** Values as a record will hold them, so that they can be compared with one. */
export const cleaned = (values: FormValues): FormValues => valuesOf(toCustomerFields(normalizedValues(values)));

/**
 * Values as the wire carries them: phone and e-mail null when blank, optional fields left out when blank, except
 * those that held something before and have been emptied.
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
