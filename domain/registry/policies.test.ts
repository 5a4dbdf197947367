import { describe, expect, it } from 'vitest';
import { submissionMessages } from '#domain/intake/submission.rules.ts';
import { homeMessages } from '#domain/registry/policies.ts';
import { type Role, roles } from '#domain/shared/access/roles.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import {
  assertAllowed,
  assignableRoles,
  denialReason,
  isAllowed,
  type PolicyAction,
  type PolicyActor,
  type Resources,
} from './policies.ts';

const as = (role: Role, changes: Partial<PolicyActor> = {}): PolicyActor => ({
  id: 'me',
  role,
  homeId: 'here',
  ...changes,
});
const owner = as('super_admin');
const admin = as('funeral_home_admin');
const others = ['funeral_director', 'coordinator', 'office_staff'] as const;
const outside = { kind: 'forbidden', detail: teamMessages.outsideYourHome };

describe('policies: funeral home', () => {
  it('owners change every location, administrators their own', () => {
    expect(isAllowed(owner, 'home:edit', { homeId: 'there' })).toBe(true);
    expect(isAllowed(admin, 'home:edit', { homeId: 'here' })).toBe(true);
    expect(denialReason(admin, 'home:edit', { homeId: 'there' })).toEqual({
      kind: 'forbidden',
      detail: homeMessages.notYours,
    });
    for (const role of others)
      expect(denialReason(as(role), 'home:edit', { homeId: 'here' })).toMatchObject({
        detail: homeMessages.notAllowed,
      });
  });
});

describe('policies: members', () => {
  it.each(roles)('owners manage everyone, administrators non-owners of their location: a %s', (role) => {
    expect(isAllowed(owner, 'member:manage', { role, homeId: 'there' })).toBe(true);
    expect(denialReason(admin, 'member:manage', { role, homeId: 'here' })).toEqual(
      role === 'super_admin' ? { kind: 'forbidden', detail: teamMessages.ownersAlone } : undefined,
    );
    expect(denialReason(admin, 'member:manage', { role, homeId: 'there' })).toEqual(outside);
    for (const other of others) expect(isAllowed(as(other), 'member:manage', { role, homeId: 'here' })).toBe(false);
  });

  it('owners assign every role, administrators all but owner', () => {
    expect(assignableRoles(owner)).toEqual(roles);
    expect(assignableRoles(admin)).toEqual(roles.filter((role) => role !== 'super_admin'));
    for (const role of others) expect(assignableRoles(as(role))).toEqual([]);
  });

  const colleague = { id: 'you', role: 'coordinator', homeId: 'here' } as const;
  it("rejects ending or restoring the own, an unmanaged or the last owner's access", () => {
    const self = { id: 'me', role: 'super_admin', homeId: 'here' } as const;
    for (const action of ['member:deactivate', 'member:reactivate'] as const) {
      expect(denialReason(owner, action, self)).toEqual({ kind: 'conflict', detail: teamMessages.notYourself });
      expect(isAllowed(admin, action, colleague)).toBe(true);
      expect(denialReason(admin, action, { ...colleague, homeId: 'there' })).toEqual(outside);
    }
    const last = { id: 'you', role: 'super_admin', homeId: 'here', isLastOwner: true } as const;
    expect(denialReason(owner, 'member:deactivate', last)).toEqual({
      kind: 'conflict',
      detail: teamMessages.lastOwner,
    });
  });

  it('an authenticator is reset only for colleagues with access', () => {
    const reset = (member: object) =>
      denialReason(admin, 'member:reset-authenticator', { ...colleague, status: 'active', ...member });
    expect(reset({})).toBeUndefined();
    expect(reset({ id: 'me' })).toEqual({ kind: 'conflict', detail: teamMessages.ownAuthenticator });
    expect(reset({ homeId: 'there', status: 'deactivated' })).toEqual(outside);
    expect(reset({ status: 'deactivated' })).toEqual({ kind: 'conflict', detail: teamMessages.notActive });
  });

  it('a profile is changed by its user and managers, an account only by its user', () => {
    for (const role of roles)
      expect(isAllowed(as(role), 'profile:edit', { id: 'me', role, homeId: 'here' })).toBe(true);
    expect(isAllowed(admin, 'profile:edit', colleague)).toBe(true);
    expect(isAllowed(as('coordinator'), 'profile:edit', colleague)).toBe(false);
    expect(isAllowed(owner, 'account:change', { id: 'me' })).toBe(true);
    expect(isAllowed(owner, 'account:change', { id: 'you' })).toBe(false);
  });
});

describe('policies: submission', () => {
  it('nothing is allowed after conversion to a case', () => {
    for (const status of ['new', 'contacted'] as const) {
      expect(isAllowed(owner, 'submission:edit', { status })).toBe(true);
      expect(isAllowed(owner, 'submission:delete', { status })).toBe(true);
      expect(isAllowed(as('office_staff'), 'submission:delete', { status })).toBe(false);
    }
    expect(denialReason(owner, 'submission:edit', { status: 'converted' })).toMatchObject({ kind: 'conflict' });
    expect(() => assertAllowed(owner, 'submission:delete', { status: 'converted' })).toThrow(
      expect.objectContaining({ status: 409, body: { detail: submissionMessages.keptWithCase } }),
    );
    expect(() => assertAllowed(owner, 'account:change', { id: 'you' })).toThrow(
      expect.objectContaining({ body: { detail: 'You do not have permission to perform this action.' } }),
    );
  });
});

const roleOf = {
  owner: 'super_admin',
  administrator: 'funeral_home_admin',
  director: 'funeral_director',
  coordinator: 'coordinator',
  office: 'office_staff',
} as const satisfies Record<string, Role>;
type Who = keyof typeof roleOf;
type Answer = 'yes' | 'forbidden' | 'conflict';
type Rule = readonly [action: PolicyAction, resource: object, answers: Partial<Record<Who, Answer>>];

const rule = <A extends PolicyAction>(
  action: A,
  resource: Resources[A],
  answers: Partial<Record<Who, Answer>>,
): Rule => [action, resource, answers];

const answerTo = (who: Who, action: PolicyAction, resource: object): Answer => {
  const actor = { id: 'me', role: roleOf[who], homeId: 'here' };
  return denialReason(actor, action, resource as Resources[typeof action])?.kind ?? 'yes';
};

const untouchable = { kind: 'payment', status: 'voided' } as const;
const received = { kind: 'payment', status: 'recorded' } as const;
const refund = { kind: 'refund', status: 'recorded' } as const;
const now = new Date('2026-03-10T12:00:00Z');
const deleted = { action: 'case.deleted', at: '2026-03-01T12:00:00Z' };

/** Record-level rules, by hand from D2 §4, D3 and the named decisions. */
const rules: readonly Rule[] = [
  // Case workers edit draft and active cases; a completed one is read-only, a cancelled one locked (D2 §4).
  rule('case:edit', { status: 'draft' }, { director: 'yes', coordinator: 'yes', office: 'forbidden' }),
  rule('case:edit', { status: 'active' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('case:edit', { status: 'completed' }, { owner: 'conflict', office: 'forbidden' }),
  rule('case:edit', { status: 'cancelled' }, { owner: 'conflict' }),
  rule('case:activate', { status: 'draft' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('case:activate', { status: 'active' }, { owner: 'conflict' }),
  rule('case:activate', { status: 'completed' }, { owner: 'conflict' }),
  rule('case:complete', { status: 'active' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('case:complete', { status: 'draft' }, { owner: 'conflict' }),
  rule('case:complete', { status: 'cancelled' }, { owner: 'conflict' }),
  rule('case:cancel', { status: 'draft' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('case:cancel', { status: 'active' }, { coordinator: 'yes' }),
  rule('case:cancel', { status: 'completed' }, { owner: 'conflict' }),
  // Only administrators reopen, and only ended cases.
  rule('case:reopen', { status: 'completed' }, { owner: 'yes', administrator: 'yes', director: 'forbidden' }),
  rule('case:reopen', { status: 'cancelled' }, { administrator: 'yes', coordinator: 'forbidden', office: 'forbidden' }),
  rule('case:reopen', { status: 'active' }, { owner: 'conflict' }),
  // Force overrides the status, but never money or a Statement (ADR 0042).
  rule(
    'case:delete',
    { status: 'draft', hasPayments: false, byForce: false },
    { administrator: 'yes', director: 'forbidden' },
  ),
  rule('case:delete', { status: 'active', hasPayments: false, byForce: false }, { owner: 'conflict' }),
  rule(
    'case:delete',
    { status: 'active', hasPayments: false, byForce: true },
    { administrator: 'yes', director: 'forbidden' },
  ),
  rule('case:delete', { status: 'completed', hasPayments: false, byForce: false }, { owner: 'conflict' }),
  rule('case:delete', { status: 'draft', hasPayments: true, byForce: true }, { owner: 'conflict' }),
  rule(
    'case:delete',
    { status: 'draft', hasPayments: false, hasStatements: true, byForce: true },
    { owner: 'conflict' },
  ),
  rule('permit:edit', { status: 'active' }, { coordinator: 'yes', office: 'yes' }),
  // Follow-up after the service stays allowed in a completed case (ADR 0246), for office staff too (ADR 0263).
  rule('permit:edit', { status: 'completed' }, { coordinator: 'yes', office: 'yes' }),
  rule('permit:edit', { status: 'cancelled' }, { owner: 'conflict' }),
  rule('case:follow-up', { status: 'active' }, { coordinator: 'yes', office: 'yes' }),
  rule('case:follow-up', { status: 'completed' }, { coordinator: 'yes', office: 'yes' }),
  rule('case:follow-up', { status: 'cancelled' }, { owner: 'conflict', office: 'conflict' }),
  rule('case:edit', { status: 'completed' }, { owner: 'conflict', office: 'forbidden' }),
  rule('case:edit', { status: 'completed', isFollowUp: true }, { coordinator: 'yes', office: 'forbidden' }),
  rule('case:edit', { status: 'cancelled', isFollowUp: true }, { owner: 'conflict' }),
  rule('deadline:decide', { status: 'completed' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('deadline:decide', { status: 'cancelled' }, { owner: 'conflict' }),
  rule('gate:record', { status: 'completed' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('gate:record', { status: 'cancelled' }, { owner: 'conflict' }),
  rule('gate:override', { status: 'active' }, { director: 'yes', coordinator: 'forbidden' }),
  rule('gate:override', { status: 'cancelled' }, { owner: 'conflict' }),
  // Payments are recorded on any case but a cancelled one; voided and refunded entries stay (ADR 0055).
  rule('payment:record', { status: 'draft' }, { office: 'yes' }),
  rule('payment:record', { status: 'completed' }, { office: 'yes' }),
  rule('payment:record', { status: 'cancelled' }, { owner: 'conflict' }),
  rule('payment:correct', received, { director: 'yes', coordinator: 'forbidden', office: 'forbidden' }),
  rule('payment:correct', refund, { owner: 'conflict' }),
  rule('payment:correct', untouchable, { owner: 'conflict' }),
  rule('payment:void', { ...received, hasReturns: false }, { director: 'yes', office: 'forbidden' }),
  rule('payment:void', { ...received, hasReturns: true }, { owner: 'conflict' }),
  rule('payment:void', { ...untouchable, hasReturns: false }, { owner: 'conflict' }),
  rule('payment:return', received, { director: 'yes', coordinator: 'forbidden' }),
  rule('payment:return', refund, { owner: 'conflict' }),
  rule('payment:return', untouchable, { owner: 'conflict' }),
  rule('statement:finalize', { status: 'active' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('statement:finalize', { status: 'cancelled' }, { owner: 'conflict' }),
  rule('statement:accept', { status: 'final' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('statement:accept', { status: 'superseded' }, { owner: 'conflict' }),
  rule('statement:accept', { status: 'accepted' }, { owner: 'conflict' }),
  // Case workers delete any document, office staff only their own.
  rule('document:delete', { addedBy: 'me' }, { office: 'yes' }),
  rule('document:delete', { addedBy: 'another' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('document:delete', { addedBy: null }, { director: 'yes', office: 'forbidden' }),
  // Office staff change and delete tasks of their own that are of no checklist (ADR 0304).
  rule('task:plan', { ownerOfFree: 'me' }, { office: 'yes' }),
  rule('task:plan', { ownerOfFree: 'another' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('task:plan', { ownerOfFree: null }, { director: 'yes', office: 'forbidden' }),
  // Signatures are requested on active and completed cases (D2 §4, D3 §2).
  rule('envelope:send', { caseStatus: 'active' }, { office: 'yes' }),
  rule('envelope:send', { caseStatus: 'completed' }, { office: 'yes' }),
  rule('envelope:send', { caseStatus: 'draft' }, { owner: 'conflict' }),
  rule('envelope:send', { caseStatus: 'cancelled' }, { owner: 'conflict' }),
  rule('envelope:send', { caseStatus: 'active', status: 'sent' }, { owner: 'conflict' }),
  rule('envelope:send', { caseStatus: 'active', status: 'draft', isBeingSent: true }, { owner: 'conflict' }),
  rule('envelope:edit', { status: 'draft' }, { office: 'yes' }),
  rule('envelope:edit', { status: 'sent' }, { owner: 'conflict' }),
  rule('envelope:edit', { status: 'draft', isBeingSent: true }, { owner: 'conflict' }),
  rule('envelope:resend', { status: 'sent' }, { office: 'yes' }),
  rule('envelope:resend', { status: 'partially_signed' }, { office: 'yes' }),
  rule('envelope:resend', { status: 'draft' }, { owner: 'conflict' }),
  rule('envelope:resend', { status: 'completed' }, { owner: 'conflict' }),
  rule('envelope:resend', { status: 'voided' }, { owner: 'conflict' }),
  rule('envelope:resend', { status: 'sent', isBeingSent: true }, { owner: 'conflict' }),
  rule('envelope:void', { status: 'sent' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('envelope:void', { status: 'draft' }, { owner: 'conflict' }),
  rule('envelope:void', { status: 'signed' }, { owner: 'conflict' }),
  rule('envelope:void', { status: 'completed' }, { owner: 'conflict' }),
  rule('envelope:void', { status: 'declined' }, { owner: 'conflict' }),
  rule('envelope:delete', { status: 'draft' }, { coordinator: 'yes', office: 'forbidden' }),
  rule('envelope:delete', { status: 'completed' }, { coordinator: 'yes' }),
  rule('envelope:delete', { status: 'signed' }, { owner: 'conflict' }),
  rule('submission:edit', { status: 'contacted' }, { office: 'yes' }),
  rule('first-call:edit', { status: 'active' }, { office: 'yes' }),
  rule('first-call:edit', { status: 'converted' }, { owner: 'conflict' }),
  rule('first-call:delete', { status: 'draft' }, { administrator: 'yes', coordinator: 'forbidden' }),
  rule('first-call:delete', { status: 'converted' }, { owner: 'conflict' }),
  // A location's administrators change its prices and forms; the version in effect is fixed.
  rule('price-list:change', { homeId: 'here', isInForce: false }, { administrator: 'yes', director: 'forbidden' }),
  rule('price-list:change', { homeId: 'there', isInForce: false }, { owner: 'yes', administrator: 'forbidden' }),
  rule('price-list:change', { homeId: 'here', isInForce: true }, { owner: 'conflict' }),
  rule(
    'managed-form:change',
    { homeId: 'here', status: 'draft', action: 'publish' },
    { administrator: 'yes', office: 'forbidden' },
  ),
  rule(
    'managed-form:change',
    { homeId: 'there', status: 'draft', action: 'edit' },
    { owner: 'yes', administrator: 'forbidden' },
  ),
  rule('managed-form:change', { homeId: 'here', status: 'draft', action: 'unpublish' }, { owner: 'conflict' }),
  rule('managed-form:change', { homeId: 'here', status: 'archived', action: 'publish' }, { owner: 'conflict' }),
  // A calendar link is revoked by its owner or an organization owner.
  rule('calendar-feed:revoke', { profileId: 'me' }, { office: 'yes' }),
  rule('calendar-feed:revoke', { profileId: 'another' }, { owner: 'yes', administrator: 'forbidden' }),
  // Records that the law retains for a year (16 CFR 453.6) cannot be erased earlier, nor can existing ones.
  rule('history:forget', { now, isThere: false, history: [deleted] }, { owner: 'yes', administrator: 'forbidden' }),
  rule('history:forget', { now, isThere: true, history: [deleted] }, { owner: 'conflict' }),
  rule('history:forget', { now, isThere: false, history: [] }, { owner: 'conflict' }),
  rule(
    'history:forget',
    { now, isThere: false, history: [{ action: 'case.activated', at: '2025-04-01T12:00:00Z' }, deleted] },
    { owner: 'conflict' },
  ),
  rule(
    'history:forget',
    { now, isThere: false, history: [{ action: 'case.activated', at: '2025-03-01T12:00:00Z' }, deleted] },
    { owner: 'yes' },
  ),
];

const titled = rules.map(([action, resource, answers]) => {
  const expected = Object.entries(answers).map(([who, answer]) => `${who} ${answer}`);
  return [`${action} of ${JSON.stringify(resource)}: ${expected.join(', ')}`, action, resource, answers] as const;
});

describe('S-03 policies of records', () => {
  it.each(titled)('%s', (_, action, resource, answers) => {
    const given = Object.keys(answers).map((who) => [who, answerTo(who as Who, action, resource)]);
    expect(Object.fromEntries(given)).toEqual(answers);
  });
});
