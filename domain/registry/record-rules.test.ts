import { describe, expect, it } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { denialReason, type PolicyAction, type Resources } from './policies.ts';

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
