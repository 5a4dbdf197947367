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
import { homeMessages } from '#domain/organizations/funeral-home.rules.ts';
import type { EntryKind } from '#domain/payments/entry-kind.ts';
import { paymentMessages } from '#domain/payments/payment-method.ts';
import { type ErasureCandidate, erasureBlockedReason } from '#domain/privacy/erasure.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { type EnvelopeStatus, envelopePolicyMessages, isSettledStatus } from '#domain/signatures/envelope-status.ts';
import { priceListMessages } from '#domain/statements/price-lists/price-list-rules.ts';
import { type StatementStatus, statementMessages } from '#domain/statements/statement-messages.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { hasPermission, type Permission, type Role, roles } from './roles.ts';

interface Person {
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
  /** `isFollowUp`: every field that changes stays open in a completed case. */
  'case:edit': { status: CaseStatus; isFollowUp?: boolean };
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
interface LedgerEntry {
  kind: EntryKind;
  status: 'recorded' | 'voided';
}

/** Whoever acts, as the session or the signed-in user's profile names them. */
export interface PolicyActor {
  id: string;
  role: Role;
  homeId: string;
}
export type PolicyAction = keyof Resources;

/** Why not: somebody else might (forbidden), or nobody while the record is as it is (conflict); `detail` for people. */
export interface PolicyDenial {
  kind: 'forbidden' | 'conflict';
  detail?: string;
}

const forbidden = (detail?: string): PolicyDenial => ({ kind: 'forbidden', ...(detail ? { detail } : {}) });
const conflict = (detail: string | undefined): PolicyDenial | false =>
  detail === undefined ? false : { kind: 'conflict', detail };
/** The first reason there is. */
const first = (...reasons: (PolicyDenial | false | undefined)[]): PolicyDenial | undefined =>
  reasons.find(Boolean) || undefined;

const isOwner = ({ role }: { role: Role }): boolean => role === 'super_admin';

/** Owners manage everybody in the organization, administrators the people of their own home who are not owners. */
const manages = (actor: PolicyActor, person: Person): boolean =>
  isOwner(actor) || (actor.role === 'funeral_home_admin' && person.homeId === actor.homeId && !isOwner(person));
const outOfReach = (actor: PolicyActor, person: Person): PolicyDenial | false =>
  !manages(actor, person) &&
  forbidden(
    person.homeId === actor.homeId && isOwner(person) ? teamMessages.ownersAlone : teamMessages.outsideYourHome,
  );

const runningHome = (actor: PolicyActor, homeId: string): (PolicyDenial | false)[] => [
  !hasPermission(actor, 'home:edit') && forbidden(homeMessages.notAllowed),
  !isOwner(actor) && actor.homeId !== homeId && forbidden(homeMessages.notYours),
];

/** A step of a case's life for those who edit cases, while its status allows it. */
const step =
  (action: 'activate' | 'complete' | 'cancel') =>
  (actor: PolicyActor, { status }: { status: CaseStatus }): PolicyDenial | undefined =>
    first(!hasPermission(actor, 'case:edit') && forbidden(), conflict(blockedTransitionReason(status, action)));

/** What stays open in a completed case, to those with the permission. */
const followingUp =
  (permission: Permission) =>
  (actor: PolicyActor, { status }: { status: CaseStatus }): PolicyDenial | undefined =>
    first(!hasPermission(actor, permission) && forbidden(), conflict(readOnlyReason(status, true)));

/** What refuses every change of an entry of a ledger: the role, and that it is voided. */
const changingEntry = (actor: PolicyActor, { status }: LedgerEntry): (PolicyDenial | false)[] => [
  !hasPermission(actor, 'payment:correct') && forbidden(),
  status === 'voided' && conflict(paymentMessages.voided),
];

type Policies = { [A in PolicyAction]: (actor: PolicyActor, resource: Resources[A]) => PolicyDenial | undefined };

/**
 * What the table of roles leaves open: whether this actor may do this to this record. The permission to call at all
 * stands in roles.ts; both are asked by handlers, screens and the generated matrix.
 */
const policies: Policies = {
  'home:edit': (actor, { homeId }) => first(...runningHome(actor, homeId)),
  'price-list:change': (actor, { homeId, isInForce }) =>
    first(...runningHome(actor, homeId), isInForce && conflict(priceListMessages.inForce)),
  'managed-form:change': (actor, { homeId, status, action }) =>
    first(...runningHome(actor, homeId), conflict(whyFormRefuses(status, action))),
  'member:manage': (actor, person) => first(outOfReach(actor, person)),
  // An owner gives any role, an administrator any but owner.
  'member:give-role': (actor, { role }) =>
    first(!hasPermission(actor, 'team:manage') && forbidden(), !isOwner(actor) && isOwner({ role }) && forbidden()),
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
    first(
      !hasPermission(actor, 'submission:edit') && forbidden(),
      status === 'converted' && conflict(submissionMessages.editTheCase),
    ),
  'submission:delete': (actor, { status }) =>
    first(
      !hasPermission(actor, 'submission:delete') && forbidden(),
      status === 'converted' && conflict(submissionMessages.keptWithCase),
    ),
  'first-call:edit': (actor, { status }) =>
    first(
      !hasPermission(actor, 'first-call:edit') && forbidden(),
      status === 'converted' && conflict(firstCallMessages.editTheCase),
    ),
  'first-call:delete': (actor, { status }) =>
    first(
      !hasPermission(actor, 'first-call:delete') && forbidden(),
      status === 'converted' && conflict(firstCallMessages.keptWithCase),
    ),
  'case:edit': (actor, { status, isFollowUp }) =>
    first(!hasPermission(actor, 'case:edit') && forbidden(), conflict(readOnlyReason(status, isFollowUp))),
  'case:follow-up': followingUp('case:follow-up'),
  'deadline:decide': followingUp('case:edit'),
  'case:activate': step('activate'),
  'case:complete': step('complete'),
  'case:cancel': step('cancel'),
  'case:reopen': (actor, { status }) =>
    first(
      !hasPermission(actor, 'case:reopen') && forbidden(caseMessages.onlyAdministratorsReopen),
      conflict(blockedTransitionReason(status, 'reopen')),
    ),
  'case:delete': (actor, { status, hasPayments, hasStatements, byForce }) =>
    first(
      !hasPermission(actor, 'case:delete') && forbidden(),
      hasPayments && conflict(caseMessages.hasPayments),
      hasStatements && conflict(statementMessages.kept),
      !byForce && (status === 'active' || status === 'completed') && conflict(caseMessages.deleteByForce),
    ),
  'payment:record': (actor, { status }) =>
    first(
      !hasPermission(actor, 'payment:record') && forbidden(),
      status === 'cancelled' && conflict(paymentMessages.caseCancelled),
    ),
  'payment:correct': (actor, entry) =>
    first(...changingEntry(actor, entry), entry.kind !== 'payment' && conflict(paymentMessages.refundStays)),
  'payment:void': (actor, entry) =>
    first(...changingEntry(actor, entry), entry.hasReturns && conflict(paymentMessages.refundedAlready)),
  'payment:return': (actor, entry) =>
    first(...changingEntry(actor, entry), entry.kind !== 'payment' && conflict(paymentMessages.notAPayment)),
  'statement:finalize': (actor, { status }) =>
    first(
      !hasPermission(actor, 'statement:finalize') && forbidden(),
      status === 'cancelled' && conflict(statementMessages.caseCancelled),
    ),
  'statement:accept': (actor, { status }) =>
    first(
      !hasPermission(actor, 'statement:finalize') && forbidden(),
      status === 'superseded' && conflict(statementMessages.superseded),
      status === 'accepted' && conflict(statementMessages.acceptedAlready),
    ),
  // Whoever works on cases deletes any document, everybody what they added themselves.
  'document:delete': (actor, { addedBy }) =>
    first(!hasPermission(actor, 'case:edit') && addedBy !== actor.id && forbidden(documentMessages.othersDocument)),
  'permit:edit': followingUp('permit:edit'),
  'envelope:send': (actor, { caseStatus, status = 'draft', isBeingSent }) =>
    first(
      !hasPermission(actor, 'signature:send') && forbidden(),
      (status !== 'draft' || isBeingSent === true) && conflict(envelopePolicyMessages.alreadySent),
      caseStatus !== 'active' && caseStatus !== 'completed' && conflict(envelopePolicyMessages.caseNotOpen),
    ),
  'envelope:edit': (actor, { status, isBeingSent }) =>
    first(
      !hasPermission(actor, 'signature:send') && forbidden(),
      (status !== 'draft' || isBeingSent === true) && conflict(envelopePolicyMessages.notADraft),
    ),
  'envelope:resend': (actor, { status, isBeingSent }) =>
    first(
      !hasPermission(actor, 'signature:send') && forbidden(),
      status === 'draft' && conflict(envelopePolicyMessages.notSent),
      isBeingSent === true && conflict(envelopePolicyMessages.beingSent),
      (isSettledStatus(status) || status === 'signed') && conflict(envelopePolicyMessages.ended),
    ),
  // What everybody has signed stands; what was never sent is deleted.
  'envelope:void': (actor, { status }) =>
    first(
      !hasPermission(actor, 'signature:void') && forbidden(),
      (status === 'completed' || status === 'signed') && conflict(envelopePolicyMessages.completed),
      isSettledStatus(status) && conflict(envelopePolicyMessages.ended),
      status === 'draft' && conflict(envelopePolicyMessages.notSent),
    ),
  'envelope:delete': (actor, { status }) =>
    first(
      !hasPermission(actor, 'signature:void') && forbidden(),
      status === 'signed' && conflict(envelopePolicyMessages.notStored),
    ),
  'calendar-feed:revoke': (actor, { profileId }) =>
    first(profileId !== actor.id && !isOwner(actor) && forbidden(feedMessages.notYours)),
  'history:forget': (actor, { now, ...remembered }) =>
    first(!hasPermission(actor, 'history:forget') && forbidden(), conflict(erasureBlockedReason(remembered, now))),
};

/** What stands in the way of an action; undefined when nothing does. */
export const denialReason = <A extends PolicyAction>(
  actor: PolicyActor,
  action: A,
  resource: Resources[A],
): PolicyDenial | undefined => policies[action](actor, resource);

/** Whether somebody may do this to this record. */
export const isAllowed = <A extends PolicyAction>(actor: PolicyActor, action: A, resource: Resources[A]): boolean =>
  denialReason(actor, action, resource) === undefined;

/** Throws the refusal as what the call answers. */
export const assertAllowed = <A extends PolicyAction>(actor: PolicyActor, action: A, resource: Resources[A]): void => {
  const refusal = denialReason(actor, action, resource);
  if (refusal) throw new AppError(refusal.kind, refusal.detail ? { detail: refusal.detail } : {});
};

/** The roles that somebody may give, for a choice of them. */
export const assignableRoles = (actor: PolicyActor): Role[] =>
  roles.filter((role) => isAllowed(actor, 'member:give-role', { role }));

/** The signed-in user's profile as an actor. */
export const actorOf = ({ id, role, funeral_home }: { id: string; role: Role; funeral_home: string }): PolicyActor => ({
  id,
  role,
  homeId: funeral_home,
});
