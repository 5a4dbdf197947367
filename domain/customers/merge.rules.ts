import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { customerFieldNames, notesLimit } from './customer.fields.ts';
import type { CustomerFields } from './customer.schema.ts';

export const undoDays = 30;

/** Returns the time until which a merge made at `mergedAt` can be undone. */
export const undoableUntil = (mergedAt: Date): string =>
  new Date(mergedAt.getTime() + undoDays * 24 * 3_600_000).toISOString();

const placeFields = ['address', 'apt_house_number', 'city', 'state', 'zip_code', 'county'] as const;

const samePlace = (a: CustomerFields, b: CustomerFields): boolean =>
  foldForSearch(a.address) === foldForSearch(b.address) && a.zip_code.slice(0, 5) === b.zip_code.slice(0, 5);

const joinedNotes = (own: string, other: string): string => {
  if (!other || own.includes(other)) return own;
  const joined = own ? `${own}\n\n${other}` : other;
  // Nothing is cut: notes that do not fit stay with the duplicate, which is stored for an undo.
  return joined.length <= notesLimit ? joined : own;
};

/**
 * Returns the survivor's fields, with blank ones filled from the duplicate. An address is one unit, so that two are
 * never mixed. Notes are joined.
 */
export const mergedFields = (survivor: CustomerFields, duplicate: CustomerFields): CustomerFields => {
  const takesPlace = survivor.address === '';
  const fillsPlace = takesPlace || samePlace(survivor, duplicate);
  const place = Object.fromEntries(
    placeFields.map((name) => {
      const [own, other] = [survivor[name], duplicate[name]];
      return [name, takesPlace ? other : own || (fillsPlace ? other : '')];
    }),
  ) as Pick<CustomerFields, (typeof placeFields)[number]>;
  const filled = Object.fromEntries(
    customerFieldNames.map((name) => [name, survivor[name] || duplicate[name]]),
  ) as CustomerFields;
  return { ...filled, ...place, notes: joinedNotes(survivor.notes, duplicate.notes) };
};

/** Returns the survivor's fields after an undo: those from before the merge, except where one changed since. */
export const unmergedFields = (
  current: CustomerFields,
  before: CustomerFields,
  merged: CustomerFields,
): CustomerFields =>
  Object.fromEntries(
    customerFieldNames.map((name) => [name, current[name] === merged[name] ? before[name] : current[name]]),
  ) as CustomerFields;
