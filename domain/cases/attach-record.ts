import { isSameCaller } from '#domain/customers/customer.rules.ts';
import { entriesLimit, isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { areTwoRelatives } from '#domain/shared/reference-data/relationships.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { contactName, contactOfInformant, isContact, nextOfKins, withPrimaryContact } from './primary-contact.ts';

export const attachMessages = {
  otherReport: 'This submission already belongs to another case.',
  otherFirstCall: 'This first call already belongs to another case.',
} as const;

const callerOf = (nextOfKin: Values) => ({
  first_name: stringAt(nextOfKin, 'first_name'),
  last_name: stringAt(nextOfKin, 'last_name'),
  phone: stringAt(nextOfKin, 'phone'),
  relationship: stringAt(nextOfKin, 'relationship'),
});

/** A name without a phone adds nothing to the same name in the case; a son may have his father's name and phone. */
const isKnown = (informant: Values, nextOfKin: Values): boolean => {
  const caller = callerOf(nextOfKin);
  const name = `${caller.first_name} ${caller.last_name}`.trim();
  const isSame = (other: ReturnType<typeof callerOf>): boolean =>
    !areTwoRelatives(other.relationship, caller.relationship) &&
    (isSameCaller(other, caller) ||
      (caller.phone === '' && isSameName(`${other.first_name} ${other.last_name}`.trim(), name)));
  const { phone } = contactOfInformant(informant);
  const relationship =
    stringAt(informant, 'informant_relationship') ||
    stringAt(
      nextOfKins(informant).find((one) => isContact(informant, one)),
      'relationship',
    );
  const isTheContact = isSameName(contactName(informant), name) && isSame({ ...caller, phone, relationship });
  return name === '' || isTheContact || nextOfKins(informant).some((one) => isSame(callerOf(one)));
};

/**
 * Returns the informant's section of a case with the next of kin of an attached report or first call as further
 * contacts; undefined if it has them all. What the case knows stays, and a customer is linked only by an edit.
 */
export function withFurtherKin(informant: Values | undefined, nextOfKin: readonly Values[]): Values | undefined {
  const before = informant ?? {};
  const next_of_kins = [...nextOfKins(before)];
  for (const { existingCustomerId: _, ...one } of nextOfKin)
    if (next_of_kins.length < entriesLimit && !isKnown({ ...before, next_of_kins }, one)) next_of_kins.push(one);
  if (next_of_kins.length === nextOfKins(before).length) return undefined;
  const next = withPrimaryContact(before, { next_of_kins });
  const kept = Object.entries(before).filter(([name, value]) => name !== 'next_of_kins' && !isBlank(value));
  return { ...before, ...next, ...Object.fromEntries(kept) };
}
