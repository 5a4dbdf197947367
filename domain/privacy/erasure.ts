import type { AuditKind, auditActions, EncryptedAction } from '#domain/shared/audit/audit-actions.ts';

/** Records about people, and how an operator names them. */
export const erasableKinds = {
  customer: { kind: 'CUSTOMER', deed: 'customer.forgotten' },
  submission: { kind: 'SUBMISSION', deed: 'submission.forgotten' },
  'first-call': { kind: 'FIRSTCALL', deed: 'first-call.forgotten' },
  case: { kind: 'CASE', deed: 'case.forgotten' },
} as const satisfies Record<string, { kind: AuditKind; deed: string }>;
export type Forgettable = keyof typeof erasableKinds;
export const forgettableKinds = Object.keys(erasableKinds) as [Forgettable, ...Forgettable[]];

/** What an owner types to have a history forgotten. */
export const eraseConfirmation = 'FORGET';

/** Whatever has sealed deeds can be forgotten: a kind that is left out does not compile. */
type Unforgettable = Exclude<
  (typeof auditActions)[EncryptedAction]['kind'],
  (typeof erasableKinds)[Forgettable]['kind']
>;
true satisfies [Unforgettable] extends [never] ? true : never;

/**
 * How long a home keeps the Statement of Funeral Goods and Services Selected, in days: one year from the conference in
 * which it was handed over (16 CFR 453.6). States may ask for more; an operator asks the home.
 */
const statementKeptDays = 366;
const dayMs = 24 * 3600_000;

export interface ErasureCandidate {
  /** The record itself is still there. */
  isThere: boolean;
  /** Its history, in any order. */
  history: readonly { action: string; at: string }[];
}

export const recordStillExistsMessage = 'Delete the record first.';

/** What tells of an arrangement: one that was brought in from another system may have been made there. */
const ofArrangements = new Set(['case.activated', 'case.completed', 'case.brought_in']);

/** Why a record’s history may not be forgotten yet; undefined when it may. */
export const erasureBlockedReason = ({ isThere, history }: ErasureCandidate, now: Date): string | undefined => {
  if (history.length === 0) return 'No history for this record.';
  if (isThere) return recordStillExistsMessage;
  const activated = history.filter(({ action }) => ofArrangements.has(action));
  const last = activated
    .map(({ at }) => at)
    .sort()
    .at(-1);
  if (last === undefined) return undefined;
  const until = new Date(Date.parse(last) + statementKeptDays * dayMs);
  if (now >= until) return undefined;
  return `Arrangement records must be kept for one year (16 CFR 453.6), until ${until.toISOString().slice(0, 10)}.`;
};
