import { v7 as uuid } from 'uuid';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { type CustomerFields, toCustomerFields } from '#domain/customers/customer.schema.ts';
import type { CustomerRelation } from '#domain/customers/customer-relations.ts';
import { mergedFields } from '#domain/customers/merge.rules.ts';
import { phoneKey } from '#domain/values/phone.ts';
import type { Work } from '#functions/kernel/work.ts';
import type { CaseCustomers } from '#functions/records/case-record.ts';
import type { Customers } from '#functions/records/customer-database.ts';
import { type CustomerRecord, newCustomer, fieldsOf as recordFieldsOf } from '#functions/records/customer-record.ts';
import { changesBetween } from '#functions/store/audit.ts';
import type { Write } from '#functions/store/table.ts';

type Kin = NonNullable<NonNullable<CaseSectionValues['informant']>['next_of_kins']>[number];

/** The first next of kin is the primary contact, who informs; the others are next of kin alone. */
const relationsOf = (place: number): CustomerRelation[] =>
  place === 0 ? ['informant', 'next_of_kin'] : ['next_of_kin'];

const fieldsOf = (kin: Kin): CustomerFields =>
  toCustomerFields({
    first_name: kin.first_name ?? '',
    middle_name: kin.middle_name ?? '',
    last_name: kin.last_name ?? '',
    phone: kin.phone ?? '',
    email: kin.email ?? '',
    address: kin.address_street ?? '',
    apt_house_number: kin.address_apt ?? '',
    city: kin.city ?? '',
    state: kin.state ?? '',
    zip_code: kin.zip_code ?? '',
    county: kin.county ?? '',
  });

interface Context {
  db: { customers: Customers };
  work: Work<'customer.created' | 'customer.linked', 'customer.created' | 'customer.updated'>;
  now: Date;
}

interface Options {
  /** The places in the list of those who become customers; the first alone unless stated. */
  chosen?: readonly number[] | undefined;
  newId?: (kin: CustomerFields) => string;
}

/** Two entries of one list that are one person, by what a caller is known by. */
const personKey = ({ first_name, last_name, phone }: CustomerFields): string =>
  [first_name, last_name, phoneKey(phone ?? '')].join('\n').toLowerCase();

/** Links and enters the customers of one new case, each once. */
const customersOfCase = ({ db, work, now }: Context, caseId: string, newId: (kin: CustomerFields) => string) => {
  const linked = { field: 'case', from: null, to: caseId };
  const joined = new Set<string>();
  const entered = new Map<string, string>();

  const link = (id: string, known?: CustomerRecord, told?: CustomerFields): string => {
    if (joined.has(id)) return id;
    joined.add(id);
    // What the record lacks the family has just told; what it says stays, as in a merge.
    const before = known && recordFieldsOf(known);
    const filled = before && told && mergedFields(before, told);
    const changes = filled ? changesBetween({ ...before }, { ...filled }) : [];
    work
      .add(known && filled && changes.length ? db.customers.linkFilled(known, filled, now) : db.customers.link(id))
      .audit('customer.linked', id, [linked, ...changes])
      .announce('customer.updated', id, { customer_id: id });
    return id;
  };
  const create = (fields: CustomerFields, claim?: (id: string, now: Date) => Write): string => {
    const id = newId(fields);
    const changes = changesBetween({}, { ...fields }).filter(({ to }) => to);
    work
      .add(db.customers.create(newCustomer(id, fields, now, 1)), claim?.(id, now))
      .audit('customer.created', id, [linked, ...changes])
      .announce('customer.created', id, { customer_id: id });
    return id;
  };
  return {
    link,
    /** Who stands under the id now: a customer may have been merged into another since it was chosen, or deleted. */
    async current(id: string): Promise<string | undefined> {
      const found = await db.customers.find(id);
      if (!found) return undefined;
      return 'merged_into' in found ? this.current(found.merged_into) : id;
    },
    /** A customer whom we know by this name and number, else a new one. */
    async enter(fields: CustomerFields): Promise<string> {
      const { first_name, last_name, phone } = fields;
      if (!phone) return create(fields);
      const key = personKey(fields);
      const twice = entered.get(key);
      if (twice) return twice;
      const { known, claim } = await db.customers.ofCaller({ first_name, last_name, phone });
      const id = known ? link(known.id, known, fields) : create(fields, claim);
      entered.set(key, id);
      return id;
    },
  };
};

/**
 * The customers that the next of kin of a new case are: the one whom an entry names, one whom we know by the same name
 * and phone, else a new one. Answers the sections, which then name the customers, and the case's customers; the writes
 * are added to the work that creates the case. An entry that names a customer belongs to it whether or not it was chosen.
 */
export const nextOfKinCustomers = async (
  context: Context,
  caseId: string,
  sections: CaseSectionValues,
  { chosen = [0], newId = () => uuid({ msecs: context.now.getTime() }) }: Options = {},
): Promise<{ sections: CaseSectionValues; customers: CaseCustomers }> => {
  const kin = sections.informant?.next_of_kins ?? [];
  const customers: CaseCustomers = {};
  if (kin.length === 0) return { sections, customers };
  const people = customersOfCase(context, caseId, newId);
  const customerOf = async (entry: Kin, place: number): Promise<string | undefined> => {
    const chosenBefore = entry.existingCustomerId && (await people.current(entry.existingCustomerId));
    if (chosenBefore) return people.link(chosenBefore);
    const fields = fieldsOf(entry);
    return chosen.includes(place) && fields.first_name && fields.last_name ? people.enter(fields) : undefined;
  };
  const named: Kin[] = [];
  for (const [place, entry] of kin.entries()) {
    const id = await customerOf(entry, place);
    if (id) customers[id] = [...new Set([...(customers[id] ?? []), ...relationsOf(place)])];
    const { existingCustomerId: _, ...rest } = entry;
    named.push(id ? { ...rest, existingCustomerId: id } : rest);
  }
  const { informant: _, ...rest } = sections.informant ?? {};
  const primary = named[0]?.existingCustomerId;
  const informant = { ...rest, ...(primary ? { informant: primary } : {}), next_of_kins: named };
  return { sections: { ...sections, informant }, customers };
};
