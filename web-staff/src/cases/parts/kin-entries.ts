import { caseRules, type SectionValues } from '#domain/cases/case-validation.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import {
  contactName,
  fillSpouseFromContact,
  informantOf,
  isContact,
  nextOfKins,
} from '#domain/cases/primary-contact.ts';
import { nextOfKinFields } from '#domain/cases/sections/informant-and-family.ts';
import { callerKey } from '#domain/customers/customer.rules.ts';
import { nextOfKinToCustomer } from '#domain/customers/next-of-kin.ts';
import { canonicalValues } from '#domain/shared/forms/canonical.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import type { FieldOption, FormField } from '#domain/shared/forms/field.ts';
import { type FieldErrors, isRequired, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { areTwoRelatives, knownRelationships, relationships } from '#domain/shared/reference-data/relationships.ts';
import { joinAddress } from '#domain/shared/values/address.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { exactName } from '#domain/shared/values/same-name.ts';
import type { FormValues } from '../../ui/fields/field-grid.tsx';
import { toFormValues } from '../../ui/record-form/form-values.ts';

/** A next of kin on the wire (D2 §3). */
export type KinEntry = Values;

export const kinText = (nextOfKin: KinEntry, name: string): string => {
  const value = nextOfKin[name];
  return typeof value === 'string' ? value : '';
};

export const relationshipOf = (nextOfKin: KinEntry): string =>
  displayValue({ kind: 'select', options: knownRelationships }, nextOfKin.relationship);

/** A name, or a description while it is unknown. */
export const nameOfKin = (nextOfKin: KinEntry): string =>
  fullName(kinText(nextOfKin, 'first_name'), kinText(nextOfKin, 'middle_name'), kinText(nextOfKin, 'last_name')) ||
  'Name not given';

/** Fields not in the form: customers are chosen, not typed. */
const unasked: readonly string[] = ['address', 'existingCustomerId', 'isCreatingNew'];
const editedFields = nextOfKinFields.filter(({ name }) => !unasked.includes(name));
export const kinFormFields: readonly FormField[] = editedFields;

/** The relationships on offer; a legacy one only if the entry has it (D2 §3). */
export const relationshipsFor = (nextOfKin: KinEntry): readonly FieldOption[] => {
  const held = knownRelationships.find(({ value }) => value === nextOfKin.relationship);
  return held && !relationships.some(({ value }) => value === held.value) ? [held, ...relationships] : relationships;
};

/** The form's values of an entry; the default country is the USA (D2 §3). */
export const heldKin = (nextOfKin: KinEntry): FormValues => ({
  ...toFormValues(kinFormFields, nextOfKin),
  address_country: kinText(nextOfKin, 'address_country') || 'USA',
});

/** The rules of an entry use neither the day nor the status. */
const context = { today: '', stage: 'active' } as const;
const rules = { ...caseRules, crossFieldErrors: undefined };

/** Errors by field. `gaps: 'ignored'` reports only malformed values. */
export const kinErrors = (nextOfKin: Values, gaps: 'named' | 'ignored' = 'named'): FieldErrors =>
  validateFields(rules, editedFields, nextOfKin, context, { gaps });

export const askedOf = (nextOfKin: Values): { shown: string[]; required: string[] } => {
  const shown = editedFields.filter((field) => isShown(rules, field, nextOfKin, context));
  return {
    shown: shown.map(({ name }) => name),
    required: shown.filter((field) => isRequired(rules, field, nextOfKin, context)).map(({ name }) => name),
  };
};

/** The entry after an edit: values outside the form stay, and the whole address follows its parts. */
export const editedKin = (before: KinEntry, typed: FormValues): KinEntry => {
  const kept = canonicalValues(rules, editedFields, typed, context);
  const [street, apt, city, state, zip] = ['address_street', 'address_apt', 'city', 'state', 'zip_code'].map((name) =>
    kinText(kept, name),
  );
  const address = joinAddress({ street, apt, city, state, zip }) || kinText(before, 'address');
  const rest = Object.fromEntries(
    Object.entries(before).filter(([name]) => !kinFormFields.some((f) => f.name === name)),
  );
  return { ...rest, ...kept, ...(address ? { address } : {}) };
};

/** Finds the same name and phone among the others; a son with his father's name is another person. */
export const sameAs = (nextOfKin: Values, others: readonly KinEntry[]): KinEntry | undefined => {
  const key = callerKey(nextOfKinToCustomer(nextOfKin));
  return key === undefined
    ? undefined
    : others.find(
        (one) =>
          callerKey(nextOfKinToCustomer(one)) === key &&
          !areTwoRelatives(kinText(one, 'relationship'), kinText(nextOfKin, 'relationship')),
      );
};

export const customerIdsOf = (entries: readonly KinEntry[]): string[] =>
  entries.map((nextOfKin) => kinText(nextOfKin, 'existingCustomerId')).filter(Boolean);

/** Returns informant and marriage fields that follow a changed primary contact (D2 §4). */
export const furtherFields = (
  caseRecord: Pick<Case, 'sections'>,
  before: readonly KinEntry[],
  next: readonly KinEntry[],
): { fields: Record<string, unknown>; fillsSpouse: boolean } => {
  const [was, now] = [informantOf(before[0]), informantOf(next[0])];
  const known = Object.fromEntries(
    Object.entries(caseRecord.sections).map(([id, section]) => [id, section?.values ?? {}]),
  ) as SectionValues;
  const informantValues = known.informant ?? {};
  // An informant other than the first next of kin does not follow the list.
  const follows =
    contactName(informantValues) === '' || (before[0] !== undefined && isContact(informantValues, before[0]));
  const informant = follows ? Object.entries(now).filter(([name, value]) => value !== was[name]) : [];
  const spouse = Object.assign(
    {},
    ...Object.values(fillSpouseFromContact({ ...known, informant: { next_of_kins: before } }, { next_of_kins: next })),
  ) as Record<string, unknown>;
  return { fields: { ...Object.fromEntries(informant), ...spouse }, fillsSpouse: Object.keys(spouse).length > 0 };
};

export const kinIn = (value: unknown): readonly KinEntry[] => nextOfKins({ next_of_kins: value });

const addressParts = ['address_street', 'address_apt', 'city'];

/** “118 Marine Street, Apt 4, St. Augustine, FL 32084”, or the address as entered. */
export const addressOfKin = (nextOfKin: KinEntry): string => {
  const region = [kinText(nextOfKin, 'state'), kinText(nextOfKin, 'zip_code')].filter(Boolean).join(' ');
  const parts = [...addressParts.map((name) => kinText(nextOfKin, name)), region].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : kinText(nextOfKin, 'address');
};

/** Names of next of kin with neither street nor city, who cannot get a letter. */
export const kinWithoutAddress = (value: unknown): string[] =>
  kinIn(value).flatMap((nextOfKin) =>
    kinText(nextOfKin, 'address_street') && kinText(nextOfKin, 'city') ? [] : [nameOfKin(nextOfKin)],
  );

/** The label of a field; '' for a message about no field. */
export const kinLabelOf = (name: string): string => nextOfKinFields.find((field) => field.name === name)?.label ?? '';

/** Stable keys for entries, as React needs them. */
export const keysOf = (entries: readonly KinEntry[]): [key: string, kin: KinEntry][] => {
  const seen = new Map<string, number>();
  return entries.map((nextOfKin) => {
    const own =
      kinText(nextOfKin, 'existingCustomerId') || `${kinText(nextOfKin, 'relationship')} ${nameOfKin(nextOfKin)}`;
    const nth = seen.get(own) ?? 0;
    seen.set(own, nth + 1);
    return [nth === 0 ? own : `${own} ${nth}`, nextOfKin];
  });
};

export const errorsByPlace = (errors: Readonly<Record<string, string>>) => {
  const at: Record<number, Record<string, string>> = {};
  let ofList: string | undefined;
  for (const [path, message] of Object.entries(errors)) {
    const [, place, field = ''] = /^(?:next_of_kins\.)?(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    if (place !== undefined) at[Number(place)] = { ...at[Number(place)], [field]: message };
    else if (path === 'next_of_kins') ofList = message;
  }
  return { ofList, at };
};

/** The identities by which an entry is found in another version of the list: as a customer, else by name. */
export const namesOfKin = (nextOfKin: KinEntry): string[] => {
  const customer = kinText(nextOfKin, 'existingCustomerId');
  const name = exactName([kinText(nextOfKin, 'first_name'), kinText(nextOfKin, 'last_name')]);
  return [customer && `customer ${customer}`, name === '|' ? '' : `name ${name}`].filter(Boolean);
};

/** 'Karin Lindqvist'. */
export const firstAndLast = (nextOfKin: KinEntry): string =>
  fullName(kinText(nextOfKin, 'first_name'), kinText(nextOfKin, 'last_name'));

/** The primary next of kin, else the informant as the case names them. */
export const contactOf = (caseRecord: Case) => {
  const [nextOfKin] = kinIn(caseRecord.next_of_kins);
  const name = nextOfKin ? firstAndLast(nextOfKin) : asString(caseRecord.informant_name);
  const fallback = {
    phone: asString(caseRecord.customer_phone) || asString(caseRecord.submitter_phone),
    email: asString(caseRecord.customer_email),
  };
  const phone = (nextOfKin && kinText(nextOfKin, 'phone')) || fallback.phone;
  const email = (nextOfKin && kinText(nextOfKin, 'email')) || fallback.email;
  if (!name && !phone && !email) return undefined;
  return {
    name: name || fullName(asString(caseRecord.customer_first_name), asString(caseRecord.customer_last_name)),
    firstName:
      (nextOfKin ? kinText(nextOfKin, 'first_name') : asString(caseRecord.informant_name).split(' ')[0]) ||
      'the family',
    relationship: relationshipOf(nextOfKin ?? { relationship: caseRecord.informant_relationship }),
    phone,
    email,
  };
};
