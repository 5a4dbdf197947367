import * as z from 'zod';
import { Instant, listQuery, version } from '#domain/contract/wire.ts';
import { city, county, streetAddress, unit } from '#domain/values/address.ts';
import { emailAddress } from '#domain/values/email.ts';
import { personName } from '#domain/values/person-name.ts';
import { phoneNumber } from '#domain/values/phone.ts';
import { optionalText, required } from '#domain/values/presence.ts';
import { textUpTo, tooLong } from '#domain/values/text.ts';
import { jurisdictionCode } from '#domain/values/us-state.ts';
import { usZip } from '#domain/values/zip.ts';
import { customerRelations } from './customer-relations.ts';

export const notesLimit = 2000;

/** The fields of a customer that people enter (D1 §3, rules and messages D1 §5). */
const fields = {
  first_name: required(personName('First name'), 'First name is required'),
  middle_name: optionalText(personName('Middle name')),
  last_name: required(personName('Last name'), 'Last name is required'),
  phone: optionalText(phoneNumber),
  email: optionalText(emailAddress),
  address: required(streetAddress(), 'Street address is required'),
  apt_house_number: optionalText(unit),
  city: required(city, 'City is required'),
  state: required(jurisdictionCode, 'State is required'),
  zip_code: required(usZip, 'ZIP code is required'),
  county: optionalText(county),
  notes: optionalText(textUpTo('Notes', notesLimit)),
} as const;

/** The same for what comes from elsewhere: a name or an initial may have one letter there (docs/decisions/0037). */
export const fieldsFromElsewhere: typeof fields = {
  ...fields,
  first_name: required(personName('First name', { minLength: 1 }), 'First name is required'),
  middle_name: optionalText(personName('Middle name', { minLength: 1 })),
  last_name: required(personName('Last name', { minLength: 1 }), 'Last name is required'),
};

export const NewCustomer = z.object(fields);
export type NewCustomer = z.output<typeof NewCustomer>;

/** The same fields as a record holds them: blank is '', and null for phone and e-mail (D1 §5). */
export type CustomerFields = Record<Exclude<keyof typeof fields, 'phone' | 'email'>, string> & {
  phone: string | null;
  email: string | null;
};

/** How each field is called in messages and badges; the detail screen names phone, e-mail and ZIP so (D1 §5). */
export const customerFieldLabels: Record<keyof typeof fields, string> = {
  first_name: 'First Name',
  middle_name: 'Middle Name',
  last_name: 'Last Name',
  phone: 'Phone Number',
  email: 'Email Address',
  address: 'Street Address',
  apt_house_number: 'Apt / House Number',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP Code',
  county: 'County',
  notes: 'Notes',
};

/** Longer than any field of a customer may be. */
const sentLimit = 4000;

/**
 * A change of a customer as it is sent: what is left out stays, what is blank or null is cleared. Only what differs from
 * the record is judged, by `changedCustomer`.
 */
export const CustomerChange = z.object({
  version: version.optional(),
  ...(Object.fromEntries(
    Object.keys(fields).map((name) => [
      name,
      z
        .string(`${customerFieldLabels[name as keyof typeof fields]} must be text`)
        .max(sentLimit, tooLong(customerFieldLabels[name as keyof typeof fields], sentLimit))
        .nullish(),
    ]),
  ) as { [Name in keyof typeof fields]: z.ZodOptional<z.ZodNullable<z.ZodString>> }),
});
export type CustomerChange = z.output<typeof CustomerChange>;

export const customerFieldNames = Object.keys(fields) as (keyof typeof fields)[];

/**
 * The fields of a customer after a change, and what the change makes wrong. What stands there and is sent back is not
 * judged: a family may have a one-letter name or live abroad, and its phone number can be corrected all the same
 * (docs/decisions/0037). `judges` says what is asked of what changes.
 */
export const changedCustomer = (
  before: CustomerFields,
  change: Readonly<Partial<Record<keyof typeof fields, string | null | undefined>>>,
  judges: typeof fields = fields,
): { fields: CustomerFields; faults: Record<string, string[]> } => {
  const next: Record<string, string> = {};
  const faults: Record<string, string[]> = {};
  for (const name of customerFieldNames) {
    const sent = change[name];
    const stood = before[name] ?? '';
    if (sent === undefined || (sent ?? '').trim() === stood) continue;
    const { data, error } = judges[name].safeParse(sent ?? '');
    next[name] = data ?? '';
    if (error) faults[name] = [...new Set(error.issues.map(({ message }) => message))];
  }
  const after = { ...before, ...next };
  return { fields: { ...after, phone: after.phone || null, email: after.email || null }, faults };
};

/** What was entered, as a record holds it. */
export const toCustomerFields = (entered: Partial<NewCustomer>): CustomerFields => {
  const filled = Object.fromEntries(customerFieldNames.map((name) => [name, entered[name] ?? '']));
  return { ...filled, phone: entered.phone || null, email: entered.email || null } as CustomerFields;
};

/** Required on both screens (D1 §5). */
export const requiredCustomerFields = ['first_name', 'last_name', 'address', 'city', 'state', 'zip_code'] as const;

const shown = {
  id: z.uuid(),
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string(),
  apt_house_number: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  county: z.string(),
  created_at: Instant,
  /** The next service among the customer's open cases, YYYY-MM-DD. */
  upcoming_service: z.string().nullable(),
  /** Money received on the customer's cases, as a decimal string. */
  deposit_total: z.string(),
  active_cases_count: z.number().int(),
};

/** A row of the customer list. */
export const CustomerRow = z.object(shown);
export type CustomerRow = z.output<typeof CustomerRow>;

const CustomerCase = z.object({
  id: z.uuid(),
  case_number: z.string(),
  deceased_full_name: z.string(),
  status: z.string(),
  relations: z.array(z.enum(customerRelations)),
});

export const Customer = z.object({
  ...shown,
  version,
  notes: z.string(),
  updated_at: Instant,
  /** Draft and active cases: they block deletion. */
  active_cases: z.array(CustomerCase),
  /** The merges that put other records into this one and can still be undone (30 days). */
  merges: z.array(
    z.object({
      id: z.uuid(),
      merged_at: Instant,
      merged_by_name: z.string(),
      duplicate_name: z.string(),
      undoable_until: Instant,
    }),
  ),
});
export type Customer = z.output<typeof Customer>;

/** A search box proposes so many customers at most. */
export const maxProposed = 20;

export const customerOrderings = ['name', 'created_at', 'upcoming_service', 'deposit_total'] as const;
export type CustomerOrdering = (typeof customerOrderings)[number];

/** Query of the customer list; `-` in front turns an ordering round. Newest first unless asked. */
export const CustomerQuery = listQuery.extend({
  ordering: z.enum(customerOrderings.flatMap((name) => [name, `-${name}`] as const)).optional(),
});
