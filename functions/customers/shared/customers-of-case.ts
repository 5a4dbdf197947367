import { v7 as uuid } from 'uuid';
import { nextOfKins, referencedCustomers } from '#domain/cases/primary-contact.ts';
import { callerKey, isCertainCaller } from '#domain/customers/customer.rules.ts';
import { type CustomerFields, customersError } from '#domain/customers/customer.schema.ts';
import { mergedFields } from '#domain/customers/merge.rules.ts';
import { nextOfKinToCustomer } from '#domain/customers/next-of-kin.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { areTwoRelatives } from '#domain/shared/reference-data/relationships.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import type { CaseCustomers } from '#functions/cases/repository/case-record.ts';
import type { Customers } from '#functions/customers/repository/customer-database.ts';
import { type CustomerRecord, fieldsOf, newCustomer } from '#functions/customers/repository/customer-record.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import { changesBetween } from '#functions/platform/store/audit/audit-log.ts';

interface Context<Actions extends 'customer.unlinked' = never> {
  db: { customers: Customers };
  work: Work<'customer.created' | 'customer.linked' | Actions, 'customer.created' | 'customer.updated'>;
  now: Date;
}

interface Wanted {
  informant: Values;
  chosen: readonly number[];
  field?: string;
  /** Customers deleted since are omitted, for sections copied from another record. */
  forgetsGone?: boolean;
  newId?: (fields: CustomerFields) => string;
}

interface Named {
  informant: Record<string, unknown>;
  customers: CaseCustomers;
}

const joiningIn = async (customers: Pick<Customers, 'survivors'>, informant: Values, before: CaseCustomers) => {
  const asked = Object.keys(referencedCustomers(informant)).filter((id) => !(id in before));
  return asked.length ? customers.survivors(asked) : new Map<string, CustomerRecord>();
};

interface Recognized {
  record: CustomerRecord;
  fields: CustomerFields;
}

interface Entering {
  newId: (fields: CustomerFields) => string;
  named: ReadonlySet<string>;
  kins: readonly Values[];
}

const isNamedAsAnother = (nextOfKinList: readonly Values[], id: string, relationship: string): boolean =>
  nextOfKinList.some(
    (nextOfKin) =>
      stringAt(nextOfKin, 'existingCustomerId') === id &&
      areTwoRelatives(stringAt(nextOfKin, 'relationship'), relationship),
  );

/**
 * Enters new people once each, and reuses a customer of the same name and phone with no other email or ZIP code. A
 * customer in `named`, who is in the
 * case already, is not reused for a name with other accents or another relationship: a son may have his father's name
 * and phone.
 */
const entering = ({ db, work, now }: Context, caseId: string, { newId, named, kins: nextOfKinList }: Entering) => {
  const byPerson = new Map<string, { id: string; relationship: string; fields: CustomerFields }>();
  const entered = new Set<string>();
  const known = new Map<string, Recognized>();
  const enter = async (fields: CustomerFields, relationship: string): Promise<string> => {
    const { phone } = fields;
    // Without a phone number two people of one name are two people.
    const person = callerKey(fields);
    const twice = person ? byPerson.get(person) : undefined;
    const isTwice =
      twice && isCertainCaller(twice.fields, fields) && !areTwoRelatives(twice.relationship, relationship);
    if (isTwice) return twice.id;
    const caller = phone && !twice ? await db.customers.ofCaller({ ...fields, phone }) : undefined;
    const found = caller?.known;
    const isRelative =
      found &&
      (isNamedAsAnother(nextOfKinList, found.id, relationship) ||
        (callerKey(found) !== person && (named.has(found.id) || known.has(found.id))));
    const recognized = isRelative ? undefined : found;
    const id = recognized?.id ?? newId(fields);
    if (person && !twice) byPerson.set(person, { id, relationship, fields });
    if (recognized) {
      known.set(id, { record: recognized, fields });
      return id;
    }
    entered.add(id);
    work
      .add(db.customers.create(newCustomer(id, fields, now, 1)), caller?.claim(id, now))
      .audit('customer.created', id, [
        { field: 'case', from: null, to: caseId },
        ...changesBetween({}, { ...fields }).filter(({ to }) => to),
      ])
      .announce('customer.created', id, { customer_id: id });
    return id;
  };
  return { enter, entered, known };
};

const namesOf = async (
  { informant, chosen }: Wanted,
  resolveId: (id: string) => string,
  enter: (fields: CustomerFields, relationship: string) => Promise<string>,
): Promise<Record<string, unknown>> => {
  const nextOfKinList: Record<string, unknown>[] = [];
  for (const [at, nextOfKin] of nextOfKins(informant).entries()) {
    const { existingCustomerId: _, isCreatingNew, ...rest } = nextOfKin;
    // The primary contact is written to in the family's language.
    const fields = {
      ...nextOfKinToCustomer(nextOfKin),
      language: at === 0 ? stringAt(informant, 'family_language') : '',
    };
    const isWanted = chosen.includes(at) && fields.first_name !== '' && fields.last_name !== '';
    const id =
      resolveId(stringAt(nextOfKin, 'existingCustomerId')) ||
      (isWanted ? await enter(fields, stringAt(nextOfKin, 'relationship')) : '');
    const asSent = isCreatingNew === undefined ? rest : { ...rest, isCreatingNew };
    nextOfKinList.push(id ? { ...rest, existingCustomerId: id } : asSent);
  }
  const { informant: named, next_of_kins: list, ...others } = informant;
  const primary = chosen.includes(0) ? stringAt(nextOfKinList[0], 'existingCustomerId') : '';
  const id = primary || resolveId(stringAt({ named }, 'named'));
  return {
    ...others,
    ...(id ? { informant: id } : {}),
    ...(list === undefined ? {} : { next_of_kins: nextOfKinList }),
  };
};

/** New fields fill only what the customer's record is missing, as in a merge. */
const link = ({ db, work, now }: Context, caseId: string, id: string, known: Recognized | undefined): void => {
  const before = known && fieldsOf(known.record);
  const filled = before && mergedFields(before, known.fields);
  const changes = filled ? changesBetween({ ...before }, { ...filled }) : [];
  work
    .add(known && filled && changes.length ? db.customers.linkFilled(known.record, filled, now) : db.customers.link(id))
    .audit('customer.linked', id, [{ field: 'case', from: null, to: caseId }, ...changes])
    .announce('customer.updated', id, { customer_id: id });
};

const named = async (context: Context, caseId: string, before: CaseCustomers, wanted: Wanted): Promise<Named> => {
  const { db, now } = context;
  const { field = 'next_of_kins', forgetsGone = false, newId = () => uuid({ msecs: now.getTime() }) } = wanted;
  const found = await joiningIn(db.customers, wanted.informant, before);
  const resolveId = (id: string): string => (id in before ? id : (found.get(id)?.id ?? (forgetsGone ? '' : id)));
  const ids = [...Object.keys(before), ...Object.keys(referencedCustomers(wanted.informant)).map(resolveId)];
  const { enter, entered, known } = entering(context, caseId, {
    newId,
    named: new Set(ids),
    kins: nextOfKins(wanted.informant),
  });
  const informant = await namesOf(wanted, resolveId, enter);
  const contact = stringAt(nextOfKins(informant)[0], 'existingCustomerId');
  const spoken = [...found.values()].find(({ id }) => id === contact) ?? known.get(contact)?.record;
  if (spoken?.language && !stringAt(informant, 'family_language')) informant.family_language = spoken.language;
  const customers = referencedCustomers(informant);
  const error = customersError(Object.keys(before), Object.keys(customers));
  if (error) throw invalid({ [field]: [error] });
  const joining = Object.keys(customers).filter((id) => !(id in before) && !entered.has(id));
  for (const id of joining) link(context, caseId, id, known.get(id));
  return { informant, customers };
};

/**
 * Adds the customers of a new case to its work: named ones, matched ones and new ones. Throws 400 for too many. An
 * entry that names a customer belongs to it whether or not it was chosen.
 */
export const customersOfNewCase = (context: Context, caseId: string, wanted: Wanted): Promise<Named> =>
  named(context, caseId, {}, wanted);

/** Does the same for an existing case; customers who are no longer named leave it. */
export const customersOfCase = async (
  context: Context<'customer.unlinked'>,
  caseId: string,
  before: CaseCustomers,
  wanted: Wanted,
): Promise<Named> => {
  const next = await named(context, caseId, before, wanted);
  const leaving = Object.keys(before).filter((id) => !(id in next.customers));
  context.work.add(context.db.customers.relink(Object.fromEntries(leaving.map((id) => [id, before[id] ?? []])), {}));
  unlinked(context, caseId, leaving);
  return next;
};

export const unlinked = (
  { work }: { work: Work<'customer.unlinked', 'customer.updated'> },
  caseId: string,
  ids: readonly string[],
): void => {
  for (const id of ids)
    work
      .audit('customer.unlinked', id, [{ field: 'case', from: caseId, to: null }])
      .announce('customer.updated', id, { customer_id: id });
};
