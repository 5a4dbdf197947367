import type { SectionValues } from '#domain/cases/case-rules.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import type { Values } from '#domain/forms/rules.ts';
import { fullName } from '#domain/values/person-name.ts';
import type { SignerPart } from './signer-parts.ts';

/** Somebody of a case who may sign. */
export interface PersonOfCase {
  key: string;
  name: string;
  email: string;
  phone: string;
  part: SignerPart;
  relationship: string;
}

/** How a customer is reached. */
export interface CustomerContact {
  id: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
}

const text = (values: Values | undefined, name: string): string => {
  const value = values?.[name];
  return typeof value === 'string' ? value : '';
};

/** The customers that a case names as its people. */
export const customersNamedIn = ({ informant }: SectionValues): string[] => [
  ...new Set(
    [text(informant, 'informant'), ...nextOfKins(informant).map((kin) => text(kin, 'existingCustomerId'))].filter(
      Boolean,
    ),
  ),
];

/**
 * Who of a case may sign: the informant first, then the other next of kin, last whoever of the house asks. What the case
 * does not say of somebody, the customer's record does. Nobody stands in it twice.
 */
export const peopleOfCase = (
  { informant }: SectionValues,
  customers: readonly CustomerContact[],
  member: { name: string; email: string },
): PersonOfCase[] => {
  const customerOf = (id: string) => customers.find((one) => one.id === id);
  const of = (
    key: string,
    said: { name: string; email: string; phone: string; customer: string; relationship: string },
    part: SignerPart,
  ): PersonOfCase => {
    const customer = customerOf(said.customer);
    const known = customer ? fullName(customer.first_name, customer.middle_name, customer.last_name) : '';
    return {
      ...{ key, part, relationship: said.relationship, name: said.name || known },
      ...{ email: said.email || (customer?.email ?? ''), phone: said.phone || (customer?.phone ?? '') },
    };
  };
  const first = {
    name: text(informant, 'informant_name'),
    email:
      text(informant, 'customer_email') ||
      text(nextOfKins(informant)[0], 'email') ||
      text(informant, 'submitter_email'),
    phone: text(informant, 'customer_phone') || text(nextOfKins(informant)[0], 'phone'),
    customer: text(informant, 'informant'),
    relationship: text(informant, 'informant_relationship'),
  };
  const kin = nextOfKins(informant).map((one) => ({
    name: fullName(text(one, 'first_name'), text(one, 'middle_name'), text(one, 'last_name')),
    email: text(one, 'email'),
    phone: text(one, 'phone'),
    customer: text(one, 'existingCustomerId'),
    relationship: text(one, 'relationship'),
  }));
  const people = [
    of('informant', first, 'authorizing_agent'),
    ...kin.map((one, at) => of(`kin-${at}`, one, 'co_signer')),
    { key: 'member', ...member, phone: '', part: 'funeral_director' as const, relationship: '' },
  ].filter(({ name }) => name !== '');
  return people.filter(
    ({ name }, at) => people.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) === at,
  );
};
