import type { SectionValues } from '#domain/cases/case-validation.ts';
import { contactOfInformant, nextOfKins } from '#domain/cases/primary-contact.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { areTwoRelatives } from '#domain/shared/reference-data/relationships.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import type { SignerPart } from './signer-parts.ts';

/** A person of a case who may sign. */
export interface PersonOfCase {
  key: string;
  name: string;
  email: string;
  phone: string;
  part: SignerPart;
  relationship: string;
  /** The Statement names the person as purchaser or co-signer. */
  on_statement: boolean;
}

/** A customer's contact details. */
export interface CustomerContact {
  id: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
}

/** Returns the ids of the customers that a case names as its people. */
export const customersNamedIn = ({ informant }: SectionValues): string[] => [
  ...new Set(
    [
      stringAt(informant, 'informant'),
      ...nextOfKins(informant).map((nextOfKin) => stringAt(nextOfKin, 'existingCustomerId')),
    ].filter(Boolean),
  ),
];

/** Returns the names of the co-signers entered in Disclosures. */
export const coSignersNamedIn = ({ disclosuresAgreement }: SectionValues): string[] =>
  ['co_signer_1', 'co_signer_2'].map((name) => stringAt(disclosuresAgreement, name).trim()).filter(Boolean);

/** A member of the staff who may sign for the firm. */
export interface StaffSigner {
  name: string;
  email: string;
}

interface Member {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  status: 'active' | 'deactivated';
}

/**
 * Returns the active funeral director who opened the case, or else the only one; undefined if staff must choose, because
 * a coordinator or office staff who prepares a request does not sign as the funeral director.
 */
export const directorOfCase = (members: readonly Member[], openedBy: string | null | undefined) => {
  const directors = members.filter(({ role, status }) => role === 'funeral_director' && status === 'active');
  const found = directors.find(({ id }) => id === openedBy) ?? (directors.length === 1 ? directors[0] : undefined);
  return found && { name: fullName(found.first_name, '', found.last_name), email: found.email };
};

type Person = PersonOfCase & { customer: string };

const differ = (a: string, b: string): boolean => a !== '' && b !== '' && a !== b;
const agree = (a: string, b: string): boolean => a !== '' && a === b;

/** Compares relationships too, because father and son may share name, email and phone. */
const isSamePerson = (a: Person, b: Person): boolean => {
  if (a.customer && b.customer) return a.customer === b.customer;
  if (!isSameName(a.name, b.name)) return false;
  if (areTwoRelatives(a.relationship, b.relationship)) return false;
  if (agree(a.email, b.email)) return true;
  if (differ(a.relationship, b.relationship)) return false;
  return agree(a.phone, b.phone) || !(differ(a.email, b.email) || differ(a.phone, b.phone));
};

/** Returns the people of a case who may sign, each once: informant, next of kin, co-signers, the funeral director. */
export const peopleOfCase = (
  sections: SectionValues,
  customers: readonly CustomerContact[],
  director: StaffSigner | undefined,
): PersonOfCase[] => {
  const { informant } = sections;
  const of = (person: Omit<Person, 'on_statement'>): Person => {
    const customer = customers.find((customer) => customer.id === person.customer);
    const known = customer ? fullName(customer.first_name, customer.middle_name, customer.last_name) : '';
    return {
      ...person,
      name: person.name || known,
      on_statement: person.key === 'informant',
      email: person.email || (customer?.email ?? ''),
      phone: person.phone || (customer?.phone ?? ''),
    };
  };
  const first = of({
    key: 'informant',
    part: 'authorizing_agent' as const,
    name: stringAt(informant, 'informant_name'),
    ...contactOfInformant(informant),
    customer: stringAt(informant, 'informant'),
    relationship: stringAt(informant, 'informant_relationship'),
  });
  const nextOfKin = nextOfKins(informant).map((one, at) =>
    of({
      key: `kin-${at}`,
      part: 'co_signer' as const,
      email: stringAt(one, 'email'),
      phone: stringAt(one, 'phone'),
      name: fullName(stringAt(one, 'first_name'), stringAt(one, 'middle_name'), stringAt(one, 'last_name')),
      customer: stringAt(one, 'existingCustomerId'),
      relationship: stringAt(one, 'relationship'),
    }),
  );
  const family = [first, ...nextOfKin]
    .filter(({ name }) => name !== '')
    .filter((person, at, all) => all.findIndex((candidate) => isSamePerson(person, candidate)) === at);
  const nobody = { email: '', phone: '', customer: '', relationship: '' };
  coSignersNamedIn(sections).forEach((name, at) => {
    const relative = family.find((person) => !person.on_statement && isSameName(person.name, name));
    if (relative) relative.on_statement = true;
    else family.push({ ...nobody, key: `co-signer-${at + 1}`, name, part: 'co_signer', on_statement: true });
  });
  if (director) {
    const { name, email } = director;
    const staff: Person = { ...nobody, key: 'member', name, email, part: 'funeral_director', on_statement: false };
    if (!family.some((person) => isSamePerson(person, staff))) family.push(staff);
  }
  return family.map(({ customer: _customer, ...person }) => person);
};
