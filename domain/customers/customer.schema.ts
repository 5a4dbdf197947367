import * as z from 'zod';
import { Instant, listQuery, version } from '#domain/shared/contract/wire.ts';
import { isOneLetterName, personName, wholeNameLabel } from '#domain/shared/values/person-name.ts';
import { optionalText, required } from '#domain/shared/values/required.ts';
import { type CustomerFieldName, customerFieldNames, customerFields, mapCustomerFields } from './customer.fields.ts';

export const customerRelations = ['informant', 'next_of_kin'] as const;
export type CustomerRelation = (typeof customerRelations)[number];

/**
 * The most customers of one case. Each added one takes three actions of the case's transaction (record, claim,
 * history), each removed one two; with all sections changed, this stays below the 100 that DynamoDB accepts.
 */
export const maxCustomersOfCase = 10;

export const tooManyCustomers = `A case can have at most ${maxCustomersOfCase} customers`;
const tooManyLeave = `Remove at most ${maxCustomersOfCase} customers at a time`;

/**
 * Returns the error of a change of a case's customers. A case with too many, from before the limit, keeps them and
 * adds none.
 */
export const customersError = (before: readonly string[], next: readonly string[]): string | undefined => {
  const joins = next.some((id) => !before.includes(id));
  if (joins && next.length > maxCustomersOfCase) return tooManyCustomers;
  return before.filter((id) => !next.includes(id)).length > maxCustomersOfCase ? tooManyLeave : undefined;
};

const fields = mapCustomerFields('rule');

/** Imported names and initials may have one letter (docs/spec-interpretations.md). */
export const fieldsFromElsewhere: typeof fields = {
  ...fields,
  first_name: required(personName('First name', { minLength: 1 }), 'First name is required'),
  middle_name: optionalText(personName('Middle name', { minLength: 1 })),
  last_name: required(personName('Last name', { minLength: 1 }), 'Last name is required'),
};

/** Confirms a first or last name of one letter (docs/decisions/0258). */
const wholeName = { is_whole_name: z.boolean(`${wholeNameLabel} must be true or false`).optional() };

type Names = { is_whole_name?: boolean | undefined; first_name: string; last_name: string };
const isLongEnough = (name: 'first_name' | 'last_name', label: string) =>
  z.refine<Names>(
    (values) => values[name].length !== 1 || (values.is_whole_name === true && isOneLetterName(values[name])),
    {
      path: [name],
      message: `${label} must be at least 2 characters long`,
      when: ({ value }) => typeof (value as Partial<Names> | null)?.[name] === 'string',
    },
  );

const { first_name, last_name } = fieldsFromElsewhere;
/** The rules of a change that confirms a name of one letter. */
export const withWholeNames: typeof fields = { ...fields, first_name, last_name };
export const NewCustomer = z
  .object({ ...fields, first_name, last_name, ...wholeName })
  .check(isLongEnough('first_name', 'First name'), isLongEnough('last_name', 'Last name'));
export type NewCustomer = z.output<typeof NewCustomer>;

/** The fields as a record stores them: a blank is '' or null (D1 §5). */
export type CustomerFields = { [Name in CustomerFieldName]: string | (typeof customerFields)[Name]['blank'] };

/**
 * A change omits what stays and sends '' or null to clear. `changedCustomer` validates what differs from the record.
 */
export const CustomerChange = z.object({ version: version.optional(), ...mapCustomerFields('sent'), ...wholeName });
export type CustomerChange = z.output<typeof CustomerChange>;

/**
 * Returns the fields after a change, and the errors of what it changes. An unchanged value that the rules would reject
 * stays valid (docs/spec-interpretations.md). `judges` are the rules.
 */
export const changedCustomer = (
  before: CustomerFields,
  change: Readonly<Partial<Record<CustomerFieldName, string | null | undefined>>>,
  judges: typeof fields = fields,
): { fields: CustomerFields; errors: Record<string, string[]> } => {
  const next: Record<string, string> = {};
  const errors: Record<string, string[]> = {};
  for (const name of customerFieldNames) {
    const sent = change[name];
    const stood = before[name] ?? '';
    if (sent === undefined || (sent ?? '').trim() === stood) continue;
    const { data, error } = judges[name].safeParse(sent ?? '');
    next[name] = data ?? '';
    if (error) errors[name] = [...new Set(error.issues.map(({ message }) => message))];
  }
  return { fields: toCustomerFields({ ...before, ...next }), errors };
};

export const toCustomerFields = (entered: Partial<NewCustomer>): CustomerFields =>
  Object.fromEntries(
    customerFieldNames.map((name) => [name, entered[name] || customerFields[name].blank]),
  ) as CustomerFields;

const { notes, ...listed } = mapCustomerFields('shown');

const shown = {
  id: z.uuid(),
  ...listed,
  full_name: z.string(),
  created_at: Instant,
  /** YYYY-MM-DD, of the open cases. */
  upcoming_service: z.string().nullable(),
  /** Money received on the customer's cases, as a decimal string. */
  deposit_total: z.string(),
  active_cases_count: z.number().int(),
};

export const CustomerRow = z.object(shown);
export type CustomerRow = z.output<typeof CustomerRow>;

export const CustomerCase = z.object({
  id: z.uuid(),
  case_number: z.string(),
  deceased_full_name: z.string(),
  status: z.string(),
  relations: z.array(z.enum(customerRelations)),
});

export const Customer = z.object({
  ...shown,
  version,
  notes,
  updated_at: Instant,
  /** Draft and active cases, which block deletion. */
  active_cases: z.array(CustomerCase),
  /** Completed and cancelled cases. */
  earlier_cases: z.array(CustomerCase),
  /** Merges into this record that can still be undone (30 days). */
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

export const maxProposed = 20;

export const customerOrderings = ['name', 'created_at', 'upcoming_service', 'deposit_total'] as const;
export type CustomerOrdering = (typeof customerOrderings)[number];

/** `-` in front reverses an ordering. Newest first by default. */
export const CustomerQuery = listQuery.extend({
  ordering: z.enum(customerOrderings.flatMap((name) => [name, `-${name}`] as const)).optional(),
});
