import type { SentCase } from '#domain/cases/case-change.ts';
import { sectionsOfFlat } from '#domain/cases/flat-view.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { kinOfContact, kinOfCustomer } from '#domain/customers/next-of-kin.ts';
import { isBlank } from '#domain/forms/field.ts';
import type { Values } from '#domain/forms/rules.ts';
import type { Customers } from '#functions/records/customer-database.ts';

const text = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

/**
 * What was sent of a new case, with its primary contact as the first next of kin where only the informant was named: a
 * customer by id, or a new one by the fields for that (D2 §3 and §5). A customer who is not there is left for the commit
 * to refuse.
 */
export const withContact = async (customers: Pick<Customers, 'standing'>, sent: SentCase): Promise<SentCase> => {
  const { sections, ...flat } = sent;
  const informant: Values = { ...sectionsOfFlat(flat).informant, ...sections?.informant?.values };
  if (nextOfKins(informant).length) return sent;
  const id = text(informant, 'informant');
  const customer = /^[\da-f-]{36}$/i.test(id) ? (await customers.standing([id])).get(id) : undefined;
  const kin = customer
    ? kinOfCustomer(customer, text(informant, 'informant_relationship'))
    : isBlank(id) && kinOfContact(informant);
  if (!kin) return sent;
  const values = { ...sections?.informant?.values, next_of_kins: [kin] };
  return { ...sent, sections: { ...sections, informant: { values } } } as SentCase;
};
