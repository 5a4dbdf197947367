import type { AuditKind, auditActions, EncryptedAction } from '#domain/shared/audit/audit-actions.ts';
import type { Values } from '#domain/shared/forms/rules.ts';

export const erasableKinds = {
  customer: { kind: 'CUSTOMER', action: 'customer.forgotten' },
  submission: { kind: 'SUBMISSION', action: 'submission.forgotten' },
  'first-call': { kind: 'FIRSTCALL', action: 'first-call.forgotten' },
  case: { kind: 'CASE', action: 'case.forgotten' },
} as const satisfies Record<string, { kind: AuditKind; action: string }>;
export type Forgettable = keyof typeof erasableKinds;
export const forgettableKinds = Object.keys(erasableKinds) as [Forgettable, ...Forgettable[]];

export const eraseConfirmation = 'FORGET';

/** Every kind with encrypted audit entries can be erased: an omitted kind does not compile. */
type Unforgettable = Exclude<
  (typeof auditActions)[EncryptedAction]['kind'],
  (typeof erasableKinds)[Forgettable]['kind']
>;
true satisfies [Unforgettable] extends [never] ? true : never;

/** One year from the arrangement conference (16 CFR 453.6). A state may require more; an operator asks the home. */
const statementRetentionDays = 366;
const dayMs = 24 * 3600_000;

export interface ErasureCandidate {
  /** The record still exists. */
  isThere: boolean;
  history: readonly { action: string; at: string }[];
}

export const recordStillExistsMessage = 'Delete the record first.';

/** Actions that show an arrangement; an imported case may have been arranged in the other system. */
const ofArrangements = new Set(['case.activated', 'case.completed', 'case.brought_in']);

/** Returns why a record’s history may not be erased yet; undefined if it may. */
export const erasureBlockedReason = ({ isThere, history }: ErasureCandidate, now: Date): string | undefined => {
  if (history.length === 0) return 'No history for this record.';
  if (isThere) return recordStillExistsMessage;
  const activated = history.filter(({ action }) => ofArrangements.has(action));
  const last = activated
    .map(({ at }) => at)
    .sort()
    .at(-1);
  if (last === undefined) return undefined;
  const until = new Date(Date.parse(last) + statementRetentionDays * dayMs);
  if (now >= until) return undefined;
  return `Arrangement records must be kept for one year (16 CFR 453.6), until ${until.toISOString().slice(0, 10)}.`;
};

interface GoneName {
  field: string;
  from: string;
  to: null;
}

/** Returns the names in a deletion's audit entry, by which an owner finds the person to erase. */
export const deletedRecordNames = (values: Values | undefined, names: readonly string[], list = ''): GoneName[] =>
  names.flatMap((name) => {
    const from = values?.[name];
    return typeof from === 'string' && from !== '' ? [{ field: `${list}${name}`, from, to: null }] : [];
  });
