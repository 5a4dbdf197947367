import { contactToNextOfKin } from '#domain/customers/next-of-kin.ts';
import { sameValue } from '#domain/shared/forms/entries-merge.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { hasPostalCodes, isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { areTwoRelatives } from '#domain/shared/reference-data/relationships.ts';
import { joinAddress } from '#domain/shared/values/address.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { fullName, isOneLetterName } from '#domain/shared/values/person-name.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import type { SectionValues } from './case-validation.ts';
import { isCorrectedName } from './corrected-name.ts';
import type { CaseSectionId, CaseSectionValues } from './sections/case-sections.ts';

const list = { kind: 'entries' } as const;

/** Returns the next of kin of the informant's section; none when the value is no list. */
export function nextOfKins(informant: Values | undefined): readonly Values[] {
  const entries = informant?.next_of_kins;
  return Array.isArray(entries) ? entries.filter((entry) => entry !== null && typeof entry === 'object') : [];
}

const nameOf = (nextOfKin: Values | undefined): string =>
  fullName(stringAt(nextOfKin, 'first_name'), stringAt(nextOfKin, 'middle_name'), stringAt(nextOfKin, 'last_name'));

/** Relationships distinguish a father and a son of the same name. */
const kinNamed = (informant: Values | undefined, name: string, relationship: string): Values | undefined => {
  const namesakes = nextOfKins(informant).filter((nextOfKin) => isSameName(nameOf(nextOfKin), name));
  const relationOf = (nextOfKin: Values): string => stringAt(nextOfKin, 'relationship');
  return (
    namesakes.find((nextOfKin) => relationOf(nextOfKin) === relationship) ??
    namesakes.find((nextOfKin) => !areTwoRelatives(relationOf(nextOfKin), relationship))
  );
};

/** The next of kin who is the informant; the first while the informant has no name. */
const kinOfInformant = (informant: Values | undefined): Values | undefined => {
  const name = stringAt(informant, 'informant_name');
  return name === ''
    ? nextOfKins(informant)[0]
    : kinNamed(informant, name, stringAt(informant, 'informant_relationship'));
};

/** Returns email and phone of the informant, or else of the next of kin with that name; '' if unknown. */
export const contactOfInformant = (informant: Values | undefined): { email: string; phone: string } => {
  const nextOfKin = kinOfInformant(informant);
  return {
    email: stringAt(informant, 'customer_email') || stringAt(nextOfKin, 'email'),
    phone: stringAt(informant, 'customer_phone') || stringAt(nextOfKin, 'phone'),
  };
};

/** Returns email and phone of a person of the case by name. */
export const contactNamed = (informant: Values | undefined, name: string): { email: string; phone: string } => {
  if (isSameName(stringAt(informant, 'informant_name'), name)) return contactOfInformant(informant);
  const namesakes = nextOfKins(informant).filter((nextOfKin) => isSameName(nameOf(nextOfKin), name));
  const nextOfKin = namesakes.length === 1 ? namesakes[0] : undefined;
  return { email: stringAt(nextOfKin, 'email'), phone: stringAt(nextOfKin, 'phone') };
};

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

/** A customer or a complete person needs no separate contact fields (D2 §5). */
const isWholeContact = (nextOfKin: Values): boolean => {
  const country = stringAt(nextOfKin, 'address_country');
  const needed = ['first_name', 'last_name', 'address_street', 'city'];
  if (isUnitedStates(country)) needed.push('state');
  if (hasPostalCodes(country)) needed.push('zip_code');
  return stringAt(nextOfKin, 'existingCustomerId') !== '' || needed.every((name) => stringAt(nextOfKin, name) !== '');
};

/** Returns the informant's fields for a primary contact; all blank without one. */
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

function contactFieldsOf(nextOfKin: Values | undefined): Record<string, string> {
  const of = nextOfKin ?? {};
  const contact = isWholeContact(of) ? of : {};
  return {
    ...informantOf(nextOfKin),
    customer_phone: stringAt(of, 'phone'),
    customer_email: stringAt(of, 'email'),
    customer_address: informantOf(contact).informant_address ?? '',
    ...Object.fromEntries(Object.entries(contactFields).map(([name, part]) => [name, stringAt(contact, part)])),
  };
}

/** With or without the middle name. */
const hasName = (nextOfKin: Values, name: string): boolean =>
  isSameName(nameOf(nextOfKin), name) ||
  isSameName(fullName(stringAt(nextOfKin, 'first_name'), stringAt(nextOfKin, 'last_name')), name);

/** Returns the contact's name: the informant, else the contact who was entered, else the first next of kin. */
export function contactName(informant: Values): string {
  const [first, last] = [stringAt(informant, 'customer_first_name'), stringAt(informant, 'customer_last_name')];
  return (
    stringAt(informant, 'informant_name') ||
    (first && last ? fullName(first, last) : '') ||
    nameOf(nextOfKins(informant)[0])
  );
}

/** Returns a contact entered by name as a next of kin; undefined when too little is known. */
function enteredContact(informant: Values): Values | undefined {
  if (!isBlank(informant.informant)) return undefined;
  const words = stringAt(informant, 'informant_name').split(/\s+/);
  const { isCreatingNew: _, ...nextOfKin } =
    contactToNextOfKin({
      ...informant,
      customer_first_name: informant.customer_first_name || words.slice(0, -1).join(' '),
      customer_last_name: informant.customer_last_name || words.at(-1),
    }) ?? {};
  return isBlank(nextOfKin.last_name) ? undefined : nextOfKin;
}

function withEnteredContact(before: Values, patch: Values): Values {
  const entered = enteredContact({ ...before, ...patch });
  const addedNextOfKin = nextOfKins(patch);
  const isNew =
    entered && addedNextOfKin.length > 0 && !addedNextOfKin.some((nextOfKin) => isSameKin(entered, nextOfKin));
  return isNew ? { ...patch, next_of_kins: [entered, ...addedNextOfKin] } : patch;
}

/** Returns whether the contact of a case is this next of kin. */
export const isContact = (informant: Values, nextOfKin: Values): boolean =>
  hasName(nextOfKin, contactName(informant)) &&
  !areTwoRelatives(stringAt(informant, 'informant_relationship'), stringAt(nextOfKin, 'relationship'));

/** The same customer, or the same name and relationship. */
const isSameKin = (a: Values, b: Values): boolean =>
  (!isBlank(a.existingCustomerId) && a.existingCustomerId === b.existingCustomerId) ||
  ((hasName(a, nameOf(b)) || hasName(b, nameOf(a))) &&
    !areTwoRelatives(stringAt(a, 'relationship'), stringAt(b, 'relationship')));

/** For example a son with his father's name. */
const isOfOtherRelationship = (before: Values, next: Values): boolean => {
  const [was, now] = [before, next].map((values) => stringAt(values, 'informant_relationship'));
  return areTwoRelatives(was ?? '', now ?? '') && kinOfInformant(next)?.relationship === now;
};

/** Returns the name that a patch gives the contact; undefined when it gives none. */
function sentName(before: Values, patch: Values): string | undefined {
  const next = { ...before, ...patch };
  const isChanged = (name: string) => stringAt(next, name) !== stringAt(before, name);
  if (isChanged('informant_name')) return stringAt(next, 'informant_name');
  const names = ['customer_first_name', 'customer_last_name'];
  const [first, last] = names.map((name) => stringAt(next, name));
  // A first name without a last name is still being typed.
  if (!names.some(isChanged) || !first !== !last) return undefined;
  return fullName(first, last) || stringAt(next, 'informant_name');
}

const lastWord = (name: string): string => name.trim().split(/\s+/).at(-1) ?? '';

/** Returns a patch in which the other name of the contact has the corrected last name, too. */
function withLastName(before: Values, patch: Values, former: string, corrected: string): Values {
  const follows = ['informant_name', 'customer_last_name'].flatMap((name) => {
    const storedName = stringAt(before, name);
    const isSent = stringAt({ ...before, ...patch }, name) !== storedName;
    return isSent || lastWord(storedName) !== former ? [] : [[name, storedName.slice(0, -former.length) + corrected]];
  });
  return { ...patch, ...Object.fromEntries(follows) };
}

const namesOfContact: ReadonlySet<string> = new Set([
  'informant',
  'informant_name',
  'customer_first_name',
  'customer_middle_name',
  'customer_last_name',
]);

/** Returns what a new name blanked of the contact's relationship, phone, email and address, with the former values. */
export function blankedContact(before: Values, after: Values, patch: Values): Values {
  if ('next_of_kins' in patch || contactName(before) === contactName(after)) return {};
  const blanked = Object.keys(contactFieldsOf(undefined)).filter(
    (name) => !namesOfContact.has(name) && !(name in patch) && !isBlank(before[name]) && isBlank(after[name]),
  );
  return Object.fromEntries(blanked.map((name) => [name, before[name]]));
}

/**
 * Returns a patch whose informant fields follow the primary contact unless it names them (D2 §3: the first entry is
 * the informant; §4: clearing it resets them). They never mix values of two persons; a corrected name keeps them.
 */
export function withPrimaryContact(stored: Values | undefined, patch: Values): Values {
  const before = stored ?? {};
  const oldName = contactName(before);
  const newName = sentName(before, patch);
  const isRenamed = newName !== undefined && !isSameName(oldName, newName);
  const [was] = nextOfKins(before);
  const sent = was || isRenamed ? patch : withEnteredContact(before, patch);
  const next = { ...before, ...sent };
  const [first] = nextOfKins(next);
  const isMoved = !sameValue(list, was, first);
  const isNamesake = !isRenamed && !isMoved && isOfOtherRelationship(before, next);
  if (!isRenamed && !isNamesake && !isMoved) return sent;
  // A first next of kin does not replace an entered contact with too few facts to join the list.
  if (!was && !isRenamed && oldName !== '' && first && !isContact(before, first)) return sent;
  const isStill = was !== undefined && first !== undefined && isSameKin(was, first);
  // Another informant does not follow corrections of the first next of kin.
  if (!isRenamed && isStill && !isContact(before, was)) return sent;
  const relationship = stringAt(next, 'informant_relationship');
  const now = newName && isRenamed ? kinNamed(next, newName, relationship) : isNamesake ? kinOfInformant(next) : first;
  const isSameRelationship = relationship === stringAt(before, 'informant_relationship');
  if (isRenamed && !isMoved && !now && isSameRelationship && isCorrectedName(oldName, newName))
    return withLastName(before, sent, lastWord(oldName), lastWord(newName));
  // A client that sends a whole case back has not renamed the contact.
  const isNamed = (name: string) =>
    name in sent && (sent[name] !== before[name] || (isRenamed && name === 'informant_relationship'));
  const isChosen = isNamed('informant') && !isBlank(sent.informant) && sent.informant === now?.existingCustomerId;
  const isKnown = now !== undefined && (isStill || isContact(before, now));
  const isOther = isChosen || isNamesake || (isRenamed ? oldName !== '' : !isKnown);
  const former: Values = isOther ? before : contactFieldsOf(was);
  const follows = Object.entries(contactFieldsOf(now)).filter(
    ([name, value]) => !isNamed(name) && value !== stringAt(former, name),
  );
  return { ...sent, ...Object.fromEntries(follows) };
}

const spouseAmong = (informant: Values | undefined): Values | undefined =>
  nextOfKins(informant).find(({ relationship }) => relationship === 'spouse');

/**
 * Returns the blank marriage fields that a spouse as primary contact fills, and corrections of copied names (D2 §4).
 */
export function fillSpouseFromContact(before: SectionValues, informant: Values): Record<string, Values> {
  const [was] = nextOfKins(before.informant);
  const [first] = nextOfKins(informant);
  const former = spouseAmong(before.informant);
  const isFormer = was?.relationship === 'spouse' && was.existingCustomerId === first?.existingCustomerId;
  if (first?.relationship !== 'spouse' || isFormer) return correctedSpouse(former, spouseAmong(informant), before);
  const isNamed = !isBlank(first.existingCustomerId) || !(isBlank(first.first_name) || isBlank(first.last_name));
  return isNamed ? marriageTo(first, before, former) : {};
}

/** Returns the sections of a new case with the family section filled from a spouse in the next of kin. */
export function withSpouseNamed(sections: CaseSectionValues): CaseSectionValues {
  const spouse = spouseAmong(sections.informant);
  const filled = spouse ? marriageTo(spouse, sections) : {};
  const merged = Object.entries(filled).map(([id, values]) => [
    id,
    { ...(sections as SectionValues)[id as CaseSectionId], ...values },
  ]);
  return { ...sections, ...Object.fromEntries(merged) };
}

/** Returns the marriage fields that a spouse gives the case; answers that exist stay. */
function marriageTo(spouse: Values, before: SectionValues, former?: Values): Record<string, Values> {
  const { marital_status } = before.demographics ?? {};
  const isUnknown = isBlank(marital_status) || marital_status === 'unknown';
  if (!isUnknown && marital_status !== 'married') return {};
  return {
    ...(isUnknown ? { demographics: { marital_status: 'married' } } : {}),
    ...spouseNames(spouse, (name, part) => {
      const storedName = stringAt(before.family, name);
      return storedName === '' || storedName === stringAt(former, part);
    }),
  };
}

/** Returns corrections of names that were copied from a spouse. */
function correctedSpouse(was: Values | undefined, now: Values | undefined, before: SectionValues) {
  if (!was || !now) return {};
  return spouseNames(now, (name, part) => {
    const storedName = stringAt(before.family, name);
    return storedName !== '' && storedName === stringAt(was, part) && storedName !== now[part];
  });
}

/** The names of a spouse as fields of the family section; a single letter counts. */
function spouseNames(spouse: Values, fits: (name: string, part: string) => boolean): Record<string, Values> {
  const names = ['first_name', 'last_name'].flatMap((part) => {
    const value = stringAt(spouse, part);
    return value && fits(`spouse_${part}`, part) ? [[`spouse_${part}`, value] as const] : [];
  });
  if (names.length === 0) return {};
  const isOneLetter = names.some(([, name]) => isOneLetterName(name));
  return { family: { ...Object.fromEntries(names), ...(isOneLetter ? { family_whole_name: true } : {}) } };
}

/** Returns the roles of each customer that the informant's section names. */
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
