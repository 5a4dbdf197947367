import { v7 as uuid } from 'uuid';
import { type CustomerFields, type CustomerRelation, toCustomerFields } from '#domain/customers/customer.schema.ts';
import type { CaseSectionValues } from '#domain/submissions/submission-to-case.ts';
import type { StaffContext } from '#functions/kernel/context.ts';
import type { CaseCustomers } from '#functions/records/case-record.ts';
import { newCustomer } from '#functions/records/customer-record.ts';
import { changesBetween } from '#functions/store/audit.ts';
import type { Write } from '#functions/store/table.ts';

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
  const [first = {}, ...others] = (informant.next_of_kins ?? []) as Record<string, string>[];
  return {
    ...sections,
    informant: { ...informant, informant: id, next_of_kins: [{ ...first, existingCustomerId: id }, ...others] },
  };
};

/**
 * The customer that the next of kin of a new case is: one whom we know by the same name and phone, else a new one.
 * Answers the sections, which then name the customer, the case's customers, and the writes for the transaction that
 * creates the case.
 */
export const nextOfKinCustomer = async (
  { db, now }: Pick<StaffContext, 'db' | 'now'>,
  caseId: string,
  sections: CaseSectionValues,
  newId: (caller: CustomerFields) => string = () => uuid({ msecs: now.getTime() }),
): Promise<{ sections: CaseSectionValues; customers: CaseCustomers; writes: Write[] }> => {
  const fields = callerOf(sections.informant);
  const { first_name, last_name, phone } = fields;
  if (!first_name || !last_name) return { sections, customers: {}, writes: [] };
  const caller = phone ? { first_name, last_name, phone } : undefined;
  const known = caller && ((await db.customers.ofCaller(caller)) ?? (await db.customers.claimed(caller, now)));
  const id = known?.id ?? newId(fields);
  const linked = { field: 'case', from: null, to: caseId };
  const writes = known
    ? [db.customers.link(id)]
    : [
        ...db.customers.create(newCustomer(id, fields, now, 1)),
        ...(caller ? [db.customers.claim(caller, id, now)] : []),
      ];
  const filled = known ? [] : changesBetween({}, { ...fields }).filter(({ to }) => to);
  return {
    sections: named(sections, id),
    customers: { [id]: relations },
    writes: [
      ...writes,
      db.audit.entry('CUSTOMER', id, known ? 'customer.linked' : 'customer.created', [linked, ...filled]),
      db.outbox.event(known ? 'customer.updated' : 'customer.created', id, { customer_id: id }),
    ],
  };
};
