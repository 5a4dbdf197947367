import { v7 as uuid } from 'uuid';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { type CustomerFields, type CustomerRelation, toCustomerFields } from '#domain/customers/customer.schema.ts';
import type { Work } from '#functions/kernel/work.ts';
import type { CaseCustomers } from '#functions/records/case-record.ts';
import type { Customers } from '#functions/records/customer-database.ts';
import { newCustomer } from '#functions/records/customer-record.ts';
import { changesBetween } from '#functions/store/audit.ts';

const relations: CustomerRelation[] = ['informant', 'next_of_kin'];

const callerOf = (informant: Record<string, unknown> = {}): CustomerFields => {
  const text = (name: string): string => (typeof informant[name] === 'string' ? informant[name] : '');
  return toCustomerFields({
    first_name: text('customer_first_name'),
    middle_name: text('customer_middle_name'),
    last_name: text('customer_last_name'),
    phone: text('customer_phone'),
    email: text('customer_email'),
    address: text('customer_address_street'),
    apt_house_number: text('customer_address_apt'),
    city: text('customer_address_city'),
    state: text('customer_address_state'),
    zip_code: text('customer_address_zip'),
    county: text('customer_address_county'),
  });
};

const named = (sections: CaseSectionValues, id: string): CaseSectionValues => {
  const { informant = {} } = sections;
  const [first = {}, ...others] = informant.next_of_kins ?? [];
  return {
    ...sections,
    informant: { ...informant, informant: id, next_of_kins: [{ ...first, existingCustomerId: id }, ...others] },
  };
};

interface Context {
  db: { customers: Customers };
  work: Work<'customer.created' | 'customer.linked', 'customer.created' | 'customer.updated'>;
  now: Date;
}

/**
 * The customer that the next of kin of a new case is: one whom we know by the same name and phone, else a new one.
 * Answers the sections, which then name the customer, and the case's customers; the writes are added to the work that
 * creates the case.
 */
export const nextOfKinCustomer = async (
  { db, work, now }: Context,
  caseId: string,
  sections: CaseSectionValues,
  newId: (caller: CustomerFields) => string = () => uuid({ msecs: now.getTime() }),
): Promise<{ sections: CaseSectionValues; customers: CaseCustomers }> => {
  const fields = callerOf(sections.informant);
  const { first_name, last_name, phone } = fields;
  if (!first_name || !last_name) return { sections, customers: {} };
  const caller = phone ? await db.customers.ofCaller({ first_name, last_name, phone }) : undefined;
  const id = caller?.known?.id ?? newId(fields);
  const linked = { field: 'case', from: null, to: caseId };
  if (caller?.known)
    work
      .add(db.customers.link(id))
      .audit('customer.linked', id, [linked])
      .announce('customer.updated', id, { customer_id: id });
  else {
    const entered = changesBetween({}, { ...fields }).filter(({ to }) => to);
    work
      .add(db.customers.create(newCustomer(id, fields, now, 1)), caller?.claim(id, now))
      .audit('customer.created', id, [linked, ...entered])
      .announce('customer.created', id, { customer_id: id });
  }
  return { sections: named(sections, id), customers: { [id]: relations } };
};
