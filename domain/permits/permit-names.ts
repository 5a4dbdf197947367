/** D3 §2, §5 and §8. */
export const permitMessages = {
  numberTaken: 'A permit with this number already exists for this case',
  /** The short form of the inline edit (D3 §5). */
  numberTakenInline: 'A permit with this number already exists',
  datesCrossed: 'Expiry date must be after issue date',
  returnedBeforeIssued: 'A permit cannot be returned before it was issued',
  returnedAhead: 'Returned cannot be in the future',
  tooMany: 'A case can have at most 100 permits',
} as const;

/** Names of the permit for moving and final disposition by state; other states use the general names. */
const namesByState: Readonly<Record<string, readonly string[]>> = {
  AK: ['Burial-transit permit', 'Disinterment permit'],
  CA: ['Permit for disposition', 'Permit to remove cremated remains'],
  FL: ['Burial-transit permit', "Medical examiner's cremation approval"],
  KS: ['Coroner’s cremation permit'],
  MA: ['Disposition permit', "Medical examiner's cremation certificate"],
  ME: ['Medical examiner’s certificate'],
  MI: ['Burial-transit permit'],
  NH: ['Burial permit', 'Medical examiner’s certificate'],
  NV: ['Burial Transit Permit'],
  NY: ['Burial, cremation, natural organic reduction or transit permit'],
  OR: ['Certifier’s written authorization', 'Disposition permit'],
  PA: ['Permit for disposal'],
  SC: ['Coroner’s cremation permit'],
  SD: ['Burial-transit permit', 'Coroner’s release'],
  TX: ['Burial-transit permit', 'Cremation authorization'],
  WA: ['Disposition permit'],
  WI: ['Coroner’s or medical examiner’s cremation permit'],
};

const anywhere = [
  'Burial-transit permit',
  'Cremation authorization',
  'Medical examiner release',
  'Out-of-state transit permit',
  'Cemetery opening permit',
  'Disinterment permit',
];

const permitsIt = /burial|transit|disposition|disposal|interment|entombment/i;
/** A coroner's or medical examiner's permit or release for a cremation. */
export const officialsPermit =
  /^(?!.*(burial|transit))(?=.*(coroner|medical examiner)).*(permit|release|authori[sz]ation|approval|certificate)/i;
/** A certifier's written authorization. */
export const certifiersAuthorization = /^(?=.*(certifier|medical examiner|physician)).*authori[sz]ation/i;
const permitsOther = /disinter|opening|cremated remains/i;
/** Words for a permit not issued yet; California calls its permit “Application and Permit”. */
const notIssued = /\b(appl(?!ication\s*(?:and|&|\/)\s*permit)|request|pending|denied|provisional)/i;
/** Words that people add to the name of a permit that is no longer valid. */
const heldBefore = /\b(cancel|void|expired|replaced|superseded)/i;

/** Returns whether a permit of this name was voided, cancelled or replaced. */
export const isVoidPermit = (name: string): boolean => heldBefore.test(name);

/** Returns whether a valid permit of this name permits the disposition. `metBy`: the only names that count. */
export function permitsDisposition(name: string, metBy: RegExp = permitsIt): boolean {
  return !isVoidPermit(name) && ![permitsOther, notIssued].some((words) => words.test(name)) && metBy.test(name);
}

interface DatedPermit {
  readonly permit_name: string;
  readonly issue_date: string | null;
  readonly expiry_date: string | null;
}

/**
 * Returns the permits that permit the disposition on a day (YYYY-MM-DD; undefined while it is unknown). Unknown dates
 * count as valid, but where one permit has its day of issue, those without are not issued yet. `metBy`: the only names
 * that count.
 */
export function validPermits<Permit extends DatedPermit>(
  permits: readonly Permit[],
  day: string | undefined,
  metBy?: RegExp,
): Permit[] {
  const permitting = permits.filter(({ permit_name }) => permitsDisposition(permit_name, metBy));
  const areDated = permitting.some(({ issue_date }) => issue_date);
  return permitting.filter(
    ({ issue_date, expiry_date }) =>
      (issue_date || !areDated) &&
      (!day || ((!issue_date || issue_date <= day) && (!expiry_date || expiry_date >= day))),
  );
}

/** Returns suggested names for a permit, those of the state first. */
export function permitNames(state: string): string[] {
  return [...new Set([...(namesByState[state] ?? []), ...anywhere])];
}
