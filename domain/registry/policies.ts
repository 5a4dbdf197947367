import { feedMessages } from '#domain/calendar/calendar-feed.schema.ts';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { blockedTransitionReason, caseMessages, readOnlyReason } from '#domain/cases/case-lifecycle.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { type FirstCallStatus, firstCallMessages } from '#domain/first-calls/first-call.sections.ts';
import { submissionMessages } from '#domain/intake/submission.rules.ts';
import type { SubmissionStatus } from '#domain/intake/submission.schema.ts';
import {
  type ManagedFormAction,
  type ManagedFormStatus,
  whyFormRefuses,
} from '#domain/managed-forms/managed-form-lifecycle.ts';
import type { EntryKind } from '#domain/payments/ledger-entry.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { type ErasureCandidate, erasureBlockedReason } from '#domain/privacy/erasure.ts';
import { hasPermission, type Permission, type Role, roles } from '#domain/shared/access/roles.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { type EnvelopeStatus, envelopePolicyMessages, isSettledStatus } from '#domain/signatures/envelope-status.ts';
import { priceListMessages } from '#domain/statements/price-lists/price-list-rules.ts';
import { type StatementStatus, statementMessages } from '#domain/statements/statement-messages.ts';
import { teamMessages } from '#domain/team/team.rules.ts';

export const homeMessages = {
  notYours: 'You can only change your own funeral home.',
  notAllowed: 'Only owners and administrators can change funeral homes.',
} as const;

interface Person {
  role: Role;
  homeId: string;
}
interface Member extends Person {
  id: string;
}

/** The data that each action's policy depends on. */
export interface Resources {
  'home:edit': { homeId: string };
  'price-list:change': { homeId: string; isInForce: boolean };
  'managed-form:change': { homeId: string; status: ManagedFormStatus; action: ManagedFormAction };
  'member:manage': Person;
  'member:give-role': { role: Role };
  /** `isLastOwner` if all members are known; the transaction checks it again. */
  'member:deactivate': Member & { isLastOwner?: boolean };
  'member:reactivate': Member;
  'member:reset-authenticator': Member & { status: 'active' | 'deactivated' };
  'profile:edit': Member;
  /** Password and second factor: only one's own. */
  'account:change': { id: string };
  'submission:edit': { status: SubmissionStatus };
  'submission:delete': { status: SubmissionStatus };
  'first-call:edit': { status: FirstCallStatus };
  'first-call:delete': { status: FirstCallStatus };
  /** `isFollowUp`: every field that changes stays open in a completed case. */
  'case:edit': { status: CaseStatus; isFollowUp?: boolean };
  /** The certificate, its copies and the office's records. */
  'case:follow-up': { status: CaseStatus };
  'deadline:decide': { status: CaseStatus };
  'gate:record': { status: CaseStatus };
  'gate:override': { status: CaseStatus };
  'case:activate': { status: CaseStatus };
  'case:complete': { status: CaseStatus };
  'case:cancel': { status: CaseStatus };
  'case:reopen': { status: CaseStatus };
  /** `byForce` ignores the status, but never received money. */
  'case:delete': {
    status: CaseStatus;
    hasPayments: boolean;
    hasStatements?: boolean;
    hasCustody?: boolean | undefined;
    byForce: boolean;
  };
  'payment:record': { status: CaseStatus };
  'payment:correct': LedgerEntry;
  'payment:void': LedgerEntry & { hasReturns: boolean };
  'payment:return': LedgerEntry;
  'document:delete': { addedBy: string | null };
  /** The owner of a task of no checklist; null for one of a checklist. */
  'task:plan': { ownerOfFree: string | null };
  'permit:edit': { status: CaseStatus };
  'statement:finalize': { status: CaseStatus };
  'statement:accept': { status: StatementStatus };
  /** The envelope is new or a draft. */
  'envelope:send': { caseStatus: CaseStatus; status?: EnvelopeStatus; isBeingSent?: boolean };
  'envelope:edit': EnvelopeLife;
  'envelope:resend': EnvelopeLife;
  'envelope:void': EnvelopeLife;
  'envelope:delete': EnvelopeLife;
  'calendar-feed:revoke': { profileId: string };
  'history:forget': ErasureCandidate & { now: Date };
}
interface EnvelopeLife {
  status: EnvelopeStatus;
  isBeingSent?: boolean;
}
interface LedgerEntry {
  kind: EntryKind;
  status: 'recorded' | 'voided';
}

export interface PolicyActor {
  id: string;
  role: Role;
  homeId: string;
}
export type PolicyAction = keyof Resources;

/** Why an action is denied: another user may do it (forbidden), or no one in the record's state (conflict). */
export interface PolicyDenial {
  kind: 'forbidden' | 'conflict';
  detail?: string;
}

const forbidden = (detail?: string): PolicyDenial => ({ kind: 'forbidden', ...(detail ? { detail } : {}) });
const conflict = (detail: string | undefined): PolicyDenial | false =>
  detail === undefined ? false : { kind: 'conflict', detail };
/** Returns the first denial. */
const first = (...reasons: (PolicyDenial | false | undefined)[]): PolicyDenial | undefined =>
  reasons.find(Boolean) || undefined;

const needs = (actor: PolicyActor, permission: Permission, detail?: string): PolicyDenial | false =>
  !hasPermission(actor, permission) && forbidden(detail);

const isOwner = ({ role }: { role: Role }): boolean => role === 'super_admin';

const manages = (actor: PolicyActor, person: Person): boolean =>
  isOwner(actor) || (actor.role === 'funeral_home_admin' && person.homeId === actor.homeId && !isOwner(person));
const outOfReach = (actor: PolicyActor, person: Person): PolicyDenial | false =>
  !manages(actor, person) &&
  forbidden(
    person.homeId === actor.homeId && isOwner(person) ? teamMessages.ownersAlone : teamMessages.outsideYourHome,
  );

const runningHome = (actor: PolicyActor, homeId: string): (PolicyDenial | false)[] => [
  needs(actor, 'home:edit', homeMessages.notAllowed),
  !isOwner(actor) && actor.homeId !== homeId && forbidden(homeMessages.notYours),
];

const step =
  (action: 'activate' | 'complete' | 'cancel') =>
  (actor: PolicyActor, { status }: { status: CaseStatus }): PolicyDenial | undefined =>
    first(needs(actor, 'case:edit'), conflict(blockedTransitionReason(status, action)));

const followingUp =
  (permission: Permission) =>
  (actor: PolicyActor, { status }: { status: CaseStatus }): PolicyDenial | undefined =>
    first(needs(actor, permission), conflict(readOnlyReason(status, true)));

const changingEntry = (actor: PolicyActor, { status }: LedgerEntry): (PolicyDenial | false)[] => [
  needs(actor, 'payment:correct'),
  status === 'voided' && conflict(paymentMessages.voided),
];

type Policies = { [A in PolicyAction]: (actor: PolicyActor, resource: Resources[A]) => PolicyDenial | undefined };

/** Record-level rules beyond roles.ts, for handlers, screens and the generated matrix. */
const policies: Policies = {
  'home:edit': (actor, { homeId }) => first(...runningHome(actor, homeId)),
  'price-list:change': (actor, { homeId, isInForce }) =>
    first(...runningHome(actor, homeId), isInForce && conflict(priceListMessages.inForce)),
  'managed-form:change': (actor, { homeId, status, action }) =>
    first(...runningHome(actor, homeId), conflict(whyFormRefuses(status, action))),
  'member:manage': (actor, person) => first(outOfReach(actor, person)),
  'member:give-role': (actor, { role }) =>
    first(needs(actor, 'team:manage'), !isOwner(actor) && isOwner({ role }) && forbidden()),
  'member:deactivate': (actor, member) =>
    first(
      member.id === actor.id && conflict(teamMessages.notYourself),
      outOfReach(actor, member),
      member.isLastOwner && conflict(teamMessages.lastOwner),
    ),
  'member:reactivate': (actor, member) =>
    first(member.id === actor.id && conflict(teamMessages.notYourself), outOfReach(actor, member)),
  'member:reset-authenticator': (actor, member) =>
    first(
      member.id === actor.id && conflict(teamMessages.ownAuthenticator),
      outOfReach(actor, member),
      member.status !== 'active' && conflict(teamMessages.notActive),
    ),
  'profile:edit': (actor, member) => first(member.id !== actor.id && !manages(actor, member) && forbidden()),
  'account:change': (actor, { id }) => first(id !== actor.id && forbidden()),
  'submission:edit': (actor, { status }) =>
    first(needs(actor, 'submission:edit'), status === 'converted' && conflict(submissionMessages.editTheCase)),
  'submission:delete': (actor, { status }) =>
    first(needs(actor, 'submission:delete'), status === 'converted' && conflict(submissionMessages.keptWithCase)),
  'first-call:edit': (actor, { status }) =>
    first(needs(actor, 'first-call:edit'), status === 'converted' && conflict(firstCallMessages.editTheCase)),
  'first-call:delete': (actor, { status }) =>
    first(needs(actor, 'first-call:delete'), status === 'converted' && conflict(firstCallMessages.keptWithCase)),
  'case:edit': (actor, { status, isFollowUp }) =>
    first(needs(actor, 'case:edit'), conflict(readOnlyReason(status, isFollowUp))),
  'case:follow-up': followingUp('case:follow-up'),
  'deadline:decide': followingUp('case:edit'),
  'gate:record': followingUp('case:edit'),
  'gate:override': followingUp('gate:override'),
  'case:activate': step('activate'),
  'case:complete': step('complete'),
  'case:cancel': step('cancel'),
  'case:reopen': (actor, { status }) =>
    first(
      needs(actor, 'case:reopen', caseMessages.onlyAdministratorsReopen),
      conflict(blockedTransitionReason(status, 'reopen')),
    ),
  'case:delete': (actor, { status, hasPayments, hasStatements, hasCustody, byForce }) =>
    first(
      needs(actor, 'case:delete'),
      hasPayments && conflict(caseMessages.hasPayments),
      hasStatements && conflict(statementMessages.kept),
      hasCustody && conflict(caseMessages.hasCustody),
      !byForce && (status === 'active' || status === 'completed') && conflict(caseMessages.deleteByForce),
    ),
  'payment:record': (actor, { status }) =>
    first(needs(actor, 'payment:record'), status === 'cancelled' && conflict(paymentMessages.caseCancelled)),
  'payment:correct': (actor, entry) =>
    first(...changingEntry(actor, entry), entry.kind !== 'payment' && conflict(paymentMessages.refundStays)),
  'payment:void': (actor, entry) =>
    first(...changingEntry(actor, entry), entry.hasReturns && conflict(paymentMessages.refundedAlready)),
  'payment:return': (actor, entry) =>
    first(...changingEntry(actor, entry), entry.kind !== 'payment' && conflict(paymentMessages.notAPayment)),
  'statement:finalize': (actor, { status }) =>
    first(needs(actor, 'statement:finalize'), status === 'cancelled' && conflict(statementMessages.caseCancelled)),
  'statement:accept': (actor, { status }) =>
    first(
      needs(actor, 'statement:finalize'),
      status === 'superseded' && conflict(statementMessages.superseded),
      status === 'accepted' && conflict(statementMessages.acceptedAlready),
    ),
  'document:delete': (actor, { addedBy }) =>
    first(!hasPermission(actor, 'case:edit') && addedBy !== actor.id && forbidden(documentMessages.othersDocument)),
  'task:plan': (actor, { ownerOfFree }) => first(ownerOfFree !== actor.id && needs(actor, 'task:plan')),
  'permit:edit': followingUp('permit:edit'),
  'envelope:send': (actor, { caseStatus, status = 'draft', isBeingSent }) =>
    first(
      needs(actor, 'signature:send'),
      (status !== 'draft' || isBeingSent === true) && conflict(envelopePolicyMessages.alreadySent),
      caseStatus !== 'active' && caseStatus !== 'completed' && conflict(envelopePolicyMessages.caseNotOpen),
    ),
  'envelope:edit': (actor, { status, isBeingSent }) =>
    first(
      needs(actor, 'signature:send'),
      (status !== 'draft' || isBeingSent === true) && conflict(envelopePolicyMessages.notADraft),
    ),
  'envelope:resend': (actor, { status, isBeingSent }) =>
    first(
      needs(actor, 'signature:send'),
      status === 'draft' && conflict(envelopePolicyMessages.notSent),
      isBeingSent === true && conflict(envelopePolicyMessages.beingSent),
      (isSettledStatus(status) || status === 'signed') && conflict(envelopePolicyMessages.ended),
    ),
  // A completed envelope cannot be voided; an unsent one is deleted.
  'envelope:void': (actor, { status }) =>
    first(
      needs(actor, 'signature:void'),
      (status === 'completed' || status === 'signed') && conflict(envelopePolicyMessages.completed),
      isSettledStatus(status) && conflict(envelopePolicyMessages.ended),
      status === 'draft' && conflict(envelopePolicyMessages.notSent),
    ),
  'envelope:delete': (actor, { status }) =>
    first(needs(actor, 'signature:void'), status === 'signed' && conflict(envelopePolicyMessages.notStored)),
  'calendar-feed:revoke': (actor, { profileId }) =>
    first(profileId !== actor.id && !isOwner(actor) && forbidden(feedMessages.notYours)),
  'history:forget': (actor, { now, ...remembered }) =>
    first(needs(actor, 'history:forget'), conflict(erasureBlockedReason(remembered, now))),
};

/** Returns why the actor may not perform the action, or undefined if it is allowed. */
export const denialReason = <A extends PolicyAction>(
  actor: PolicyActor,
  action: A,
  resource: Resources[A],
): PolicyDenial | undefined => policies[action](actor, resource);

/** True if the actor may perform the action on this record. */
export const isAllowed = <A extends PolicyAction>(actor: PolicyActor, action: A, resource: Resources[A]): boolean =>
  denialReason(actor, action, resource) === undefined;

/** Throws the denial as an {@link AppError}. */
export const assertAllowed = <A extends PolicyAction>(actor: PolicyActor, action: A, resource: Resources[A]): void => {
  const refusal = denialReason(actor, action, resource);
  if (refusal) throw new AppError(refusal.kind, refusal.detail ? { detail: refusal.detail } : {});
};

/** Returns the roles that the actor may assign. */
export const assignableRoles = (actor: PolicyActor): Role[] =>
  roles.filter((role) => isAllowed(actor, 'member:give-role', { role }));

/** Returns the signed-in user's profile as an actor. */
export const actorOf = ({ id, role, funeral_home }: { id: string; role: Role; funeral_home: string }): PolicyActor => ({
  id,
  role,
  homeId: funeral_home,
});
