import { denialReason, type PolicyActor } from '#domain/registry/policies.ts';
import type { TeamMember } from '#domain/team/team.endpoints.ts';

type Person = Pick<TeamMember, 'id' | 'role' | 'status'>;
type Member = Person & Pick<TeamMember, 'funeral_home'>;

export const unmanageableReason = (person: Pick<TeamMember, 'role' | 'manageable'>): string | undefined => {
  if (person.manageable) return undefined;
  return person.role === 'super_admin' ? 'Only an owner can change an owner.' : 'At another location.';
};

/** Returns whether the organization would lose its last active owner with this person. */
export const isLastOwner = (person: Person, everybody: readonly Person[]): boolean =>
  person.role === 'super_admin' &&
  person.status === 'active' &&
  !everybody.some(({ id, role, status }) => id !== person.id && role === 'super_admin' && status === 'active');

export const deactivationRefusal = (
  member: Member,
  viewer: PolicyActor,
  everybody: readonly Person[],
): string | undefined => {
  const { id, role, funeral_home: homeId } = member;
  return denialReason(viewer, 'member:deactivate', { id, role, homeId, isLastOwner: isLastOwner(member, everybody) })
    ?.detail;
};
