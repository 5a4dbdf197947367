import { v7 as uuid } from 'uuid';
import { customersNamed, informantOf, nextOfKins } from '#domain/cases/primary-contact.ts';
import { toCustomerFields } from '#domain/customers/customer.schema.ts';
import type { Values } from '#domain/forms/rules.ts';
import type { Work } from '#functions/kernel/work.ts';
import type { CaseCustomers } from '#functions/records/case-record.ts';
import type { Customers } from '#functions/records/customer-database.ts';
import { newCustomer } from '#functions/records/customer-record.ts';
import { changesBetween } from '#functions/store/audit.ts';

interface Context {
  db: { customers: Customers };
  work: Work<'customer.created' | 'customer.linked' | 'customer.unlinked', 'customer.created' | 'customer.updated'>;
  now: Date;
}

const fieldsOf = (kin: Values) => {
  const text = (name: string): string => (typeof kin[name] === 'string' ? kin[name] : '');
  return toCustomerFields({
    first_name: text('first_name'),
    middle_name: text('middle_name'),
    last_name: text('last_name'),
    phone: text('phone'),
    email: text('email'),
    address: text('address_street'),
    apt_house_number: text('address_apt'),
    city: text('city'),
    state: text('state'),
    zip_code: text('zip_code'),
    county: text('county'),
    notes: text('notes'),
  });
};

/**
 * Enters those of the next of kin who are to become customers, in the transaction that writes the case: whoever is known
 * by the same name and phone is taken instead. Answers the informant's section, which then names them, and the ids that
 * are new.
 */
export const enterCustomers = async (
  { db, work, now }: Context,
  caseId: string,
  informant: Values,
  places: readonly number[],
): Promise<{ informant: Record<string, unknown>; entered: string[] }> => {
  const kins = nextOfKins(informant).map((kin) => ({ ...kin }) as Record<string, unknown>);
  const entered: string[] = [];
  const byPerson = new Map<string, string>();
  for (const at of places) {
    const kin = kins[at];
    if (!kin) continue;
    const fields = fieldsOf(kin);
    const { first_name, last_name, phone } = fields;
    const person = [first_name, last_name, phone].join('\n');
    const caller =
      phone && !byPerson.has(person) ? await db.customers.ofCaller({ first_name, last_name, phone }) : undefined;
    const id = byPerson.get(person) ?? caller?.known?.id ?? uuid({ msecs: now.getTime() });
    if (!byPerson.has(person) && !caller?.known) {
      work
        .add(db.customers.create(newCustomer(id, fields, now, 1)), caller?.claim(id, now))
        .audit('customer.created', id, [
          { field: 'case', from: null, to: caseId },
          ...changesBetween({}, { ...fields }).filter(({ to }) => to),
        ])
        .announce('customer.created', id, { customer_id: id });
      entered.push(id);
    }
    byPerson.set(person, id);
    kin.existingCustomerId = id;
    delete kin.isCreatingNew;
  }
  const [first] = kins;
  const named = { ...informant, next_of_kins: kins };
  return {
    informant: places.includes(0) && first ? { ...named, informant: informantOf(first).informant } : named,
    entered,
  };
};

/**
 * The writes that tie a case to the customers whom its informant section names, and to nobody else: each counts the
 * cases that name it, and is not deleted while an open one does. Answers the case's customers as they then are.
 */
export const followCustomers = (
  { db, work }: Context,
  caseId: string,
  before: CaseCustomers,
  informant: Values,
  entered: readonly string[],
): CaseCustomers => {
  const next = customersNamed(informant);
  // Whoever was just entered counts the case already.
  const known = Object.fromEntries(Object.entries(next).filter(([id]) => !entered.includes(id)));
  work.add(db.customers.relink(before, known));
  for (const id of Object.keys(known).filter((one) => !(one in before)))
    work
      .audit('customer.linked', id, [{ field: 'case', from: null, to: caseId }])
      .announce('customer.updated', id, { customer_id: id });
  unlinked(
    { work },
    caseId,
    Object.keys(before).filter((one) => !(one in next)),
  );
  return next;
};

/** Puts on record that customers belong to a case no more. */
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
