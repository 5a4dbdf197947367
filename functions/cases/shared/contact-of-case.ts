import type { SentCase } from '#domain/cases/case-change.ts';
import { sectionsOfFlat } from '#domain/cases/flat-view.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { isBlank } from '#domain/forms/field.ts';
import type { Values } from '#domain/forms/rules.ts';
import { joinAddress } from '#domain/values/address.ts';
import { isUsZip } from '#domain/values/zip.ts';
import type { Customers } from '#functions/records/customer-database.ts';
import type { CustomerRecord } from '#functions/records/customer-record.ts';

const text = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The next of kin that a customer is. */
const kinOfCustomer = (customer: CustomerRecord, relationship: string): Record<string, unknown> => {
  const { first_name, middle_name, last_name, phone, email, address, apt_house_number, city, state, zip_code, county } =
    customer;
  const entry = {
    ...{ relationship, first_name, middle_name, last_name, phone, email, city, state, zip_code, county },
    ...{ address_street: address, address_apt: apt_house_number, existingCustomerId: customer.id },
    address: joinAddress({ street: address, apt: apt_house_number, city, state, zip: zip_code }),
  };
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value));
};

/** The next of kin whom the fields for a new customer describe; undefined unless they describe a whole one (D2 §5). */
const kinOfContact = (informant: Values): Record<string, unknown> | undefined => {
  const of = (name: string): string => text(informant, `customer_${name}`);
  const entry = {
    ...{
      relationship: text(informant, 'informant_relationship'),
      first_name: of('first_name'),
      middle_name: of('middle_name'),
    },
    ...{ last_name: of('last_name'), phone: of('phone'), email: of('email'), address_street: of('address_street') },
    ...{
      address_apt: of('address_apt'),
      city: of('address_city'),
      state: of('address_state'),
      zip_code: of('address_zip'),
    },
    ...{ county: of('address_county'), address_country: of('address_country'), notes: of('notes') },
  };
  const { first_name, last_name, address_street, city, state, zip_code, relationship } = entry;
  const isWhole =
    [first_name, last_name, address_street, city, state, relationship].every(Boolean) && isUsZip(zip_code);
  if (!isWhole) return undefined;
  return { ...Object.fromEntries(Object.entries(entry).filter(([, value]) => value)), isCreatingNew: true };
};

/**
 * What was sent of a new case, with its primary contact as the first next of kin where only the informant was named: a
 * customer by id, or a new one by the fields for that (D2 §3 and §5). A customer who is not there is left for the commit
 * to refuse.
 */
export const withContact = async (customers: Pick<Customers, 'records'>, sent: SentCase): Promise<SentCase> => {
  const { sections, ...flat } = sent;
  const informant: Values = { ...sectionsOfFlat(flat).informant, ...sections?.informant?.values };
  if (nextOfKins(informant).length) return sent;
  const id = text(informant, 'informant');
  const [customer] = /^[\da-f-]{36}$/i.test(id) ? await customers.records([id]) : [];
  const kin = customer
    ? kinOfCustomer(customer, text(informant, 'informant_relationship'))
    : isBlank(id) && kinOfContact(informant);
  if (!kin) return sent;
  const values = { ...sections?.informant?.values, next_of_kins: [kin] };
  return { ...sent, sections: { ...sections, informant: { values } } } as SentCase;
};
