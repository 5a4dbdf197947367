import { sameValue } from '#domain/shared/forms/entries-merge.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { hasPostalCodes, isUnitedStates } from '#domain/shared/reference-data/joined-address.ts';
import { areTwoRelatives } from '#domain/shared/reference-data/relationships.ts';
import { joinAddress } from '#domain/shared/values/address.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { fullName, isOneLetterName } from '#domain/shared/values/person-name.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import type { SectionValues } from './case-duplicate-keys.ts';
import type { CaseSectionId, CaseSectionValues } from './sections/case-sections.ts';

const list = { kind: 'entries' } as const;
/** What follows the person always: mail and papers to sign must not reach another one. */
const reach = ['informant', 'customer_phone', 'customer_email'];

/** The entries of a section's next of kin; none where the value is no list. */
export function nextOfKins(informant: Values | undefined): readonly Values[] {
  const entries = informant?.next_of_kins;
  return Array.isArray(entries) ? entries.filter((one) => one !== null && typeof one === 'object') : [];
}

const nameOf = (nextOfKin: Values | undefined): string =>
  fullName(stringAt(nextOfKin, 'first_name'), stringAt(nextOfKin, 'middle_name'), stringAt(nextOfKin, 'last_name'));

/** The next of kin of a name; of father and son the one of this relationship, where it is known of both. */
const kinNamed = (informant: Values | undefined, name: string, relationship: string): Values | undefined => {
  const named = nextOfKins(informant).filter((nextOfKin) => isSameName(nameOf(nextOfKin), name));
  const relationOf = (nextOfKin: Values): string => stringAt(nextOfKin, 'relationship');
  return (
    named.find((nextOfKin) => relationOf(nextOfKin) === relationship) ??
    named.find((nextOfKin) => !areTwoRelatives(relationOf(nextOfKin), relationship))
  );
};

/** The next of kin who is the informant, by name and relationship; the first where the informant is not named. */
const kinOfInformant = (informant: Values | undefined): Values | undefined => {
  const name = stringAt(informant, 'informant_name');
  return name === ''
    ? nextOfKins(informant)[0]
    : kinNamed(informant, name, stringAt(informant, 'informant_relationship'));
};

/** Email and phone of the informant, '' where unknown: their own answers, else those of the next of kin of that name. */
export const contactOfInformant = (informant: Values | undefined): { email: string; phone: string } => {
  const nextOfKin = kinOfInformant(informant);
  return {
    email: stringAt(informant, 'customer_email') || stringAt(nextOfKin, 'email'),
    phone: stringAt(informant, 'customer_phone') || stringAt(nextOfKin, 'phone'),
  };
};

/** Email and phone of a person of the case by name: the informant's where that is the informant, else the next of kin's. */
export const contactNamed = (informant: Values | undefined, name: string): { email: string; phone: string } => {
  if (isSameName(stringAt(informant, 'informant_name'), name)) return contactOfInformant(informant);
  const named = nextOfKins(informant).filter((nextOfKin) => isSameName(nameOf(nextOfKin), name));
  const nextOfKin = named.length === 1 ? named[0] : undefined;
  return { email: stringAt(nextOfKin, 'email'), phone: stringAt(nextOfKin, 'phone') };
};

/** The fields for a contact, and what of the primary contact each of them repeats. */
const contactFields = {
  customer_first_name: 'first_name',
  customer_middle_name: 'middle_name',
  customer_last_name: 'last_name',
  customer_address_street: 'address_street',
  customer_address_apt: 'address_apt',
  customer_address_city: 'city',
  customer_address_state: 'state',
  customer_address_zip: 'zip_code',
  customer_address_county: 'county',
  customer_address_country: 'address_country',
} as const;

/** Whether somebody is a customer, or said so wholly that the fields for a contact ask for nothing more (D2 §5). */
const isWholeContact = (nextOfKin: Values): boolean => {
  const country = stringAt(nextOfKin, 'address_country');
  const needed = ['first_name', 'last_name', 'address_street', 'city'];
  if (isUnitedStates(country)) needed.push('state');
  if (hasPostalCodes(country)) needed.push('zip_code');
  return stringAt(nextOfKin, 'existingCustomerId') !== '' || needed.every((name) => stringAt(nextOfKin, name) !== '');
};

/** What the fields about the informant say of the primary contact; all blank where there is none. */
export function informantOf(nextOfKin: Values | undefined): Record<string, string> {
  const of = nextOfKin ?? {};
  const joined = joinAddress({
    street: stringAt(of, 'address_street'),
    apt: stringAt(of, 'address_apt'),
    city: stringAt(of, 'city'),
    state: stringAt(of, 'state'),
    zip: stringAt(of, 'zip_code'),
    country: stringAt(of, 'address_country'),
  });
  return {
    informant: stringAt(of, 'existingCustomerId'),
    informant_name: nameOf(nextOfKin),
    informant_relationship: stringAt(of, 'relationship'),
    informant_address: joined || stringAt(of, 'address'),
  };
}

/** What the fields for a contact say of the primary contact. */
function contactFieldsOf(nextOfKin: Values | undefined): Record<string, string> {
  const of = nextOfKin ?? {};
  const whole = isWholeContact(of) ? of : {};
  return {
    customer_phone: stringAt(of, 'phone'),
    customer_email: stringAt(of, 'email'),
    customer_address: informantOf(whole).informant_address ?? '',
    ...Object.fromEntries(Object.entries(contactFields).map(([name, part]) => [name, stringAt(whole, part)])),
  };
}

/**
 * A patch of the informant's section in which the fields about the informant follow the primary contact, as far as the
 * patch does not name them itself (D2 §3: the first entry is the informant; §4: clearing it resets them). Where the patch
 * names another informant (also a son of his father's name, by the relationship), they follow the next of kin of that name,
 * and are blank without one. Beside an informant who is
 * chosen by id nothing stays that was said of another, not even what no next of kin had said.
 */
export function withPrimaryContact(before: Values | undefined, sent: Values): Values {
  const next = { ...before, ...sent };
  const [was] = nextOfKins(before);
  const [first] = nextOfKins(next);
  const [oldName, newName] = [stringAt(before, 'informant_name'), stringAt(next, 'informant_name')];
  const isRenamed = 'informant_name' in sent && !isSameName(oldName, newName);
  const [oldRelation, newRelation] = [before, next].map((values) => stringAt(values, 'informant_relationship'));
  const isNamesake =
    sameValue(list, was, first) &&
    areTwoRelatives(oldRelation ?? '', newRelation ?? '') &&
    kinOfInformant(next)?.relationship === newRelation;
  const isAnother = isRenamed || isNamesake;
  if (!isAnother && sameValue(list, was, first)) return sent;
  const now = isAnother ? kinOfInformant(next) : first;
  const isOther = (isAnother && oldName !== '') || !isSameName(nameOf(was), nameOf(now));
  const derived = (nextOfKin: Values | undefined): Record<string, string> => ({
    ...informantOf(nextOfKin),
    ...contactFieldsOf(nextOfKin),
  });
  const derivedWas = derived(was);
  // Whoever sends a whole case back has not said anew who that is.
  const isNamed = (name: string) => name in sent && sent[name] !== before?.[name];
  const isChosen = isNamed('informant') && !isBlank(sent.informant) && sent.informant === now?.existingCustomerId;
  // Nothing of a contact who was entered by name stays beside the phone of another person.
  const [contact, person] = [
    fullName(stringAt(before, 'customer_first_name'), stringAt(before, 'customer_last_name')),
    fullName(stringAt(now, 'first_name'), stringAt(now, 'last_name')),
  ];
  const isOfAnother = contact !== '' && person !== '' && !isSameName(contact, person);
  const stood = (name: string) =>
    isChosen || isOfAnother || (isOther && reach.includes(name)) ? (before?.[name] ?? '') : derivedWas[name];
  const follows = Object.entries(derived(now)).filter(([name, value]) => !isNamed(name) && value !== stood(name));
  return { ...sent, ...Object.fromEntries(follows) };
}

/**
 * What a spouse who becomes the primary contact, chosen among the customers or entered by name, says of the deceased:
 * married, with the spouse's name (D2 §4). Only where the case says nothing yet: an answer that was given stays.
 */
export function fillSpouseFromContact(before: SectionValues, informant: Values): Record<string, Values> {
  const [was] = nextOfKins(before.informant);
  const [now] = nextOfKins(informant);
  if (now?.relationship !== 'spouse') return {};
  const isNamed = !isBlank(now.existingCustomerId) || !(isBlank(now.first_name) || isBlank(now.last_name));
  if (!isNamed || (was?.relationship === 'spouse' && was.existingCustomerId === now.existingCustomerId)) return {};
  return marriageTo(now, before);
}

/** The sections of a new case whose family section follows a spouse among the next of kin, wherever in their list. */
export function withSpouseNamed(sections: CaseSectionValues): CaseSectionValues {
  const spouse = nextOfKins(sections.informant).find(({ relationship }) => relationship === 'spouse');
  const filled = spouse ? marriageTo(spouse, sections) : {};
  const merged = Object.entries(filled).map(([id, values]) => [
    id,
    { ...(sections as SectionValues)[id as CaseSectionId], ...values },
  ]);
  return { ...sections, ...Object.fromEntries(merged) };
}

/** What a spouse says of the deceased, where the case does not say anything else: married, and the names that are blank. */
function marriageTo(spouse: Values, before: SectionValues): Record<string, Values> {
  const { marital_status } = before.demographics ?? {};
  const isUnknown = isBlank(marital_status) || marital_status === 'unknown';
  if (!isUnknown && marital_status !== 'married') return {};
  const names = { spouse_first_name: stringAt(spouse, 'first_name'), spouse_last_name: stringAt(spouse, 'last_name') };
  const blank = Object.entries(names).filter(([name, value]) => value && isBlank(before.family?.[name]));
  return {
    ...(isUnknown ? { demographics: { marital_status: 'married' } } : {}),
    ...(blank.length
      ? {
          family: {
            ...Object.fromEntries(blank),
            ...(blank.some(([, name]) => isOneLetterName(name)) ? { family_whole_name: true } : {}),
          },
        }
      : {}),
  };
}

/** Which customers a case's informant section names, and as what. */
export function referencedCustomers(informant: Values | undefined): Record<string, ('informant' | 'next_of_kin')[]> {
  const named: Record<string, ('informant' | 'next_of_kin')[]> = {};
  const add = (id: unknown, relation: 'informant' | 'next_of_kin') => {
    if (typeof id !== 'string' || id === '') return;
    named[id] = [...new Set([...(named[id] ?? []), relation])];
  };
  add(informant?.informant, 'informant');
  for (const nextOfKin of nextOfKins(informant)) add(nextOfKin.existingCustomerId, 'next_of_kin');
  return named;
}
