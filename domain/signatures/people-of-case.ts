import type { SectionValues } from '#domain/cases/case-rules.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { fullName } from '#domain/values/person-name.ts';
import { textIn } from '#domain/values/text-of.ts';
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

/** The customers that a case names as its people. */
export const customersNamedIn = ({ informant }: SectionValues): string[] => [
  ...new Set(
    [textIn(informant, 'informant'), ...nextOfKins(informant).map((kin) => textIn(kin, 'existingCustomerId'))].filter(
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
    name: textIn(informant, 'informant_name'),
    email:
      textIn(informant, 'customer_email') ||
      textIn(nextOfKins(informant)[0], 'email') ||
      textIn(informant, 'submitter_email'),
    phone: textIn(informant, 'customer_phone') || textIn(nextOfKins(informant)[0], 'phone'),
    customer: textIn(informant, 'informant'),
    relationship: textIn(informant, 'informant_relationship'),
  };
  const kin = nextOfKins(informant).map((one) => ({
    name: fullName(textIn(one, 'first_name'), textIn(one, 'middle_name'), textIn(one, 'last_name')),
    email: textIn(one, 'email'),
    phone: textIn(one, 'phone'),
    customer: textIn(one, 'existingCustomerId'),
    relationship: textIn(one, 'relationship'),
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
