import * as z from 'zod';
import { type CustomerFieldName, customerFields } from '#domain/customers/customer.fields.ts';
import type { FieldOption, FormField } from '#domain/shared/forms/field.ts';
import { languageOptions } from '#domain/shared/values/language.ts';
import { wholeNameLabel } from '#domain/shared/values/person-name.ts';

export type CustomerField = FormField<CustomerFieldName | 'is_whole_name'>;
type Details = Pick<FormField, 'kind'> & Partial<Pick<FormField, 'width' | 'inputmode' | 'options'>>;

export interface CustomerSection {
  id: 'basic' | 'contact' | 'notes';
  title: string;
  /** Whether the section must be filled before a customer can be created (D1 §2). */
  required: boolean;
  fields: readonly CustomerField[];
}

const field = (name: CustomerFieldName, details: Details): CustomerField => {
  const { label, rule, maxLength, isRequired } = customerFields[name];
  const limits = { maxLength, ...(isRequired ? { requiredIf: true as const } : {}) };
  return { name, label, schema: rule, defaultValue: '', ...limits, ...details };
};

/** Shown beside a new name of one letter. */
const wholeName: CustomerField = {
  ...{ name: 'is_whole_name', label: wholeNameLabel, kind: 'checkbox', defaultValue: false },
  schema: z.boolean(),
};

const name = { kind: 'text', width: 'third' } as const;

/** The three sections of the customer form (D1 §2). */
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
