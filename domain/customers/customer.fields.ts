import * as z from 'zod';
import {
  city,
  cityLimit,
  county,
  countyLimit,
  streetAddress,
  streetLimit,
  unit,
  unitLimit,
  usZip,
  zipLimit,
} from '#domain/shared/values/address.ts';
import { emailAddress, emailLimit } from '#domain/shared/values/email.ts';
import { languages } from '#domain/shared/values/language.ts';
import { personName, personNameLimit } from '#domain/shared/values/person-name.ts';
import { phoneLimit, phoneNumber } from '#domain/shared/values/phone.ts';
import { optionalText, required } from '#domain/shared/values/required.ts';
import { multilineText, tooLongMessage } from '#domain/shared/values/text.ts';
import { jurisdictionCode } from '#domain/shared/values/us-state.ts';

const sentLimit = 4000;

/** A change omits what stays and sends '' or null to clear. `changedCustomer` validates the rest. */
const sentText = (label: string) =>
  z.string(`${label} must be text`).max(sentLimit, tooLongMessage(label, sentLimit)).nullish();

const needed = (label: string, message: string, rule: z.ZodString, maxLength?: number) =>
  ({
    label,
    maxLength,
    isRequired: true,
    blank: '',
    rule: required(rule, message),
    sent: sentText(label),
    shown: z.string(),
  }) as const;

const optional = (label: string, rule: z.ZodString, maxLength?: number) =>
  ({
    label,
    maxLength,
    isRequired: false,
    blank: '',
    rule: optionalText(rule),
    sent: sentText(label),
    shown: z.string(),
  }) as const;

/** A blank is null, in records and on the wire (D1 §5). */
const nullable = (label: string, rule: z.ZodString, maxLength?: number) =>
  ({ ...optional(label, rule, maxLength), blank: null, shown: z.string().nullable() }) as const;

export const notesLimit = 2000;

/** The fields of a customer that people enter (D1 §3; rules, messages and labels D1 §5; limits D1 §9). */
export const customerFields = {
  first_name: needed('First Name', 'First name is required', personName('First name'), personNameLimit),
  middle_name: optional('Middle Name', personName('Middle name'), personNameLimit),
  last_name: needed('Last Name', 'Last name is required', personName('Last name'), personNameLimit),
  phone: nullable('Phone Number', phoneNumber, phoneLimit),
  email: nullable('Email Address', emailAddress, emailLimit),
  address: needed('Street Address', 'Street address is required', streetAddress(), streetLimit),
  apt_house_number: optional('Apt, suite or unit', unit, unitLimit),
  city: needed('City', 'City is required', city, cityLimit),
  state: needed('State', 'State is required', jurisdictionCode),
  zip_code: needed('ZIP Code', 'ZIP code is required', usZip, zipLimit),
  county: optional('County', county, countyLimit),
  language: optional(
    'Language',
    z.string().regex(new RegExp(`^(?:${languages.join('|')})$`), 'Invalid language selection'),
  ),
  notes: optional('Notes', multilineText('Notes', notesLimit), notesLimit),
};
export type CustomerFieldName = keyof typeof customerFields;

export const customerFieldNames = Object.keys(customerFields) as CustomerFieldName[];

type Definition = (typeof customerFields)[CustomerFieldName];

export const mapCustomerFields = <Key extends keyof Definition>(key: Key) =>
  Object.fromEntries(customerFieldNames.map((name) => [name, customerFields[name][key]])) as {
    [Name in CustomerFieldName]: (typeof customerFields)[Name][Key];
  };
