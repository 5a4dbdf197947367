import {
  customerFieldLabels,
  type customerFieldNames,
  NewCustomer,
  notesLimit,
  requiredCustomerFields,
} from '#domain/customers/customer.schema.ts';
import type { FieldOption, FormField } from '#domain/forms/field.ts';
import { cityLimit, countyLimit, streetLimit, unitLimit } from '#domain/values/address.ts';
import { emailLimit } from '#domain/values/email.ts';
import { personNameLimit } from '#domain/values/person-name.ts';
import { phoneLimit } from '#domain/values/phone.ts';
import { zipLimit } from '#domain/values/zip.ts';

export type CustomerFieldName = (typeof customerFieldNames)[number];
export type CustomerField = FormField<CustomerFieldName>;
type Details = Pick<FormField, 'kind' | 'maxLength'> & Partial<Pick<FormField, 'width' | 'inputmode' | 'options'>>;

export interface CustomerSection {
  id: 'basic' | 'contact' | 'notes';
  title: string;
  /** Whether the section must be filled before a customer can be created (D1 §2). */
  required: boolean;
  fields: readonly CustomerField[];
}

const required = new Set<string>(requiredCustomerFields);

const field = (name: CustomerFieldName, details: Details): CustomerField => ({
  name,
  label: customerFieldLabels[name],
  schema: NewCustomer.shape[name],
  defaultValue: '',
  ...(required.has(name) ? { requiredIf: true as const } : {}),
  ...details,
});

const name = { kind: 'text', maxLength: personNameLimit, width: 'third' } as const;

/** The three sections of the customer form (D1 §2), with the limits of D1 §9. */
export const customerSections = (states: readonly FieldOption[]): readonly CustomerSection[] => [
  {
    id: 'basic',
    title: 'Basic Information',
    required: true,
    fields: [field('first_name', name), field('middle_name', name), field('last_name', name)],
  },
  {
    id: 'contact',
    title: 'Contact & Address',
    required: true,
    fields: [
      field('phone', { kind: 'phone', maxLength: phoneLimit, width: 'half', inputmode: 'tel' }),
      field('email', { kind: 'email', maxLength: emailLimit, width: 'half', inputmode: 'email' }),
      field('address', { kind: 'text', maxLength: streetLimit, width: 'two-thirds' }),
      field('apt_house_number', { kind: 'text', maxLength: unitLimit, width: 'third' }),
      field('city', { kind: 'text', maxLength: cityLimit, width: 'third' }),
      field('state', { kind: 'state', width: 'third', options: states }),
      field('zip_code', { kind: 'zip', maxLength: zipLimit, width: 'third' }),
      field('county', { kind: 'text', maxLength: countyLimit, width: 'third' }),
    ],
  },
  {
    id: 'notes',
    title: 'Additional Notes',
    required: false,
    fields: [field('notes', { kind: 'textarea', maxLength: notesLimit })],
  },
];
