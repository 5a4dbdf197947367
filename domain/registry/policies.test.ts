import { describe, expect, it } from 'vitest';
import { submissionMessages } from '#domain/intake/submission.rules.ts';
import { homeMessages } from '#domain/registry/policies.ts';
import { type Role, roles } from '#domain/shared/access/roles.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { assertAllowed, assignableRoles, denialReason, isAllowed, type PolicyActor } from './policies.ts';

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
