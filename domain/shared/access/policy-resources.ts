import type { CaseStatus } from '#domain/cases/case.schema.ts';
import type { FirstCallStatus } from '#domain/first-calls/first-call.status.ts';
import type { SubmissionStatus } from '#domain/intake/submission.schema.ts';
import type { ManagedFormAction, ManagedFormStatus } from '#domain/managed-forms/managed-form-lifecycle.ts';
import type { EntryKind } from '#domain/payments/entry-kind.ts';
import type { ErasureCandidate } from '#domain/privacy/erasure.ts';
import type { EnvelopeStatus } from '#domain/signatures/envelope-status.ts';
import type { StatementStatus } from '#domain/statements/statement-status.ts';
import type { Role } from './roles.ts';

export interface Person {
  role: Role;
  homeId: string;
}
interface Member extends Person {
  id: string;
}

/** What each action is about, as far as it decides. */
export interface Resources {
  'home:edit': { homeId: string };
  /** A version of the home's price lists. */
  'price-list:change': { homeId: string; isInForce: boolean };
  'managed-form:change': { homeId: string; status: ManagedFormStatus; action: ManagedFormAction };
  /** To invite, change or send again: somebody of this role in this home. */
  'member:manage': Person;
  'member:give-role': { role: Role };
  /** `isLastOwner` where everybody else is known; the transaction asks again. */
  'member:deactivate': Member & { isLastOwner?: boolean };
  'member:reactivate': Member;
  'member:reset-authenticator': Member & { status: 'active' | 'deactivated' };
  'profile:edit': Member;
  /** Password and second factor: nobody's but one's own. */
  'account:change': { id: string };
  'submission:edit': { status: SubmissionStatus };
  'submission:delete': { status: SubmissionStatus };
  'first-call:edit': { status: FirstCallStatus };
  'first-call:delete': { status: FirstCallStatus };
  'case:edit': { status: CaseStatus };
  /** The certificate, its copies and the office's records, which stay open once the case is completed. */
  'case:follow-up': { status: CaseStatus };
  /** Of a case of this status. */
  'deadline:decide': { status: CaseStatus };
  'case:activate': { status: CaseStatus };
  'case:complete': { status: CaseStatus };
  'case:cancel': { status: CaseStatus };
  'case:reopen': { status: CaseStatus };
  /** `byForce` whatever its status; never with money received. */
  'case:delete': { status: CaseStatus; hasPayments: boolean; hasStatements?: boolean; byForce: boolean };
  /** On a case of this status. */
  'payment:record': { status: CaseStatus };
  'payment:correct': LedgerEntry;
  'payment:void': LedgerEntry & { hasReturns: boolean };
  'payment:return': LedgerEntry;
  /** To delete it and to bring it back. */
  'document:delete': { addedBy: string | null };
  /** Of a case of this status. */
  'permit:edit': { status: CaseStatus };
  /** Of a case of this status. */
  'statement:finalize': { status: CaseStatus };
  'statement:accept': { status: StatementStatus };
  /** On a case of this status, an envelope that is new or a draft. */
  'envelope:send': { caseStatus: CaseStatus; status?: EnvelopeStatus; isBeingSent?: boolean };
  'envelope:edit': EnvelopeLife;
  'envelope:resend': EnvelopeLife;
  'envelope:void': EnvelopeLife;
  'envelope:delete': EnvelopeLife;
  /** Whose link it is. */
  'calendar-feed:revoke': { profileId: string };
  /** What the history of a deleted record says of people, at an instant. */
  'history:forget': ErasureCandidate & { now: Date };
}
interface EnvelopeLife {
  status: EnvelopeStatus;
  /** It was asked for and is not made yet. */
  isBeingSent?: boolean;
}
export interface LedgerEntry {
  kind: EntryKind;
  status: 'recorded' | 'voided';
}
