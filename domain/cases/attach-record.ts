import { isSameCaller } from '#domain/customers/customer.rules.ts';
import { entriesLimit, isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { contactName, contactOfInformant, nextOfKins, withPrimaryContact } from './primary-contact.ts';

export const attachMessages = {
  otherReport: 'This submission already belongs to another case.',
  otherFirstCall: 'This first call already belongs to another case.',
} as const;

const callerOf = (nextOfKin: Values) => ({
  first_name: stringAt(nextOfKin, 'first_name'),
  last_name: stringAt(nextOfKin, 'last_name'),
  phone: stringAt(nextOfKin, 'phone'),
});

/** A name without a phone adds nothing to the same name in the case. */
const isKnown = (informant: Values, nextOfKin: Values): boolean => {
  const caller = callerOf(nextOfKin);
  const name = `${caller.first_name} ${caller.last_name}`.trim();
  const isSame = (other: { first_name: string; last_name: string; phone: string }): boolean =>
    isSameCaller(other, caller) ||
    (caller.phone === '' && isSameName(`${other.first_name} ${other.last_name}`.trim(), name));
  const { phone } = contactOfInformant(informant);
  const isContact =
    isSameName(contactName(informant), name) && (caller.phone === '' || isSameCaller({ ...caller, phone }, caller));
  return name === '' || isContact || nextOfKins(informant).some((one) => isSame(callerOf(one)));
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
