import { isAllowed } from '#domain/registry/policies.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { InvitationRecord, Inviter, Team } from './repository/team.ts';

/** Returns the condition that another active owner remains. Throws a 409 if there is none. */
export const anotherOwner = async (team: Team, leaving: string): Promise<Write> => {
  const members = await team.members();
  const other = members.find(({ id, role, status }) => id !== leaving && role === 'super_admin' && status === 'active');
  if (!other) throw new AppError('conflict', { detail: teamMessages.lastOwner });
  return team.stillOwner(other.id);
};

export const inviterOf = ({ id, role, homeId }: Actor): Inviter => ({
  profile_id: id,
  role,
  funeral_home_id: homeId,
});

/** Withdraws an open invitation: its link shows that, and its address is free. */
export const withdraw = async (
  team: Team,
  work: Work<'invitation.cancelled', 'invitation.cancelled'>,
  before: InvitationRecord,
): Promise<InvitationRecord> => {
  const next: InvitationRecord = { ...before, status: 'cancelled' };
  const address = await team.letGoOfAddress(before);
  work
    .add(
      team.changeInvitation(before, next),
      address,
      next.token_hash ? team.closeCard(next.token_hash, 'cancelled') : undefined,
    )
    .audit('invitation.cancelled', next.id)
    .announce('invitation.cancelled', next.id, { invitation_id: next.id });
  return next;
};

/** One missed here fails at its acceptance, which checks the inviter again. */
export const withdrawInvitationsOf = async (
  { db, work }: { db: { team: Team }; work: Work<'invitation.cancelled', 'invitation.cancelled'> },
  { id, status, role, funeral_home_id }: Profile,
): Promise<void> => {
  const actor = { id, role, homeId: funeral_home_id };
  const endsWith = (invitation: InvitationRecord | undefined): invitation is InvitationRecord => {
    if (invitation?.status !== 'pending' || invitation.invited_by?.profile_id !== id) return false;
    const person = { role: invitation.role, homeId: invitation.funeral_home_id };
    return (
      status !== 'active' || !isAllowed(actor, 'member:give-role', person) || !isAllowed(actor, 'member:manage', person)
    );
  };
  for (const { id: invitation } of (await db.team.invitations()).filter(endsWith))
    await work.attempt(
      () => db.team.invitation(invitation),
      async (invitation) => {
        if (!endsWith(invitation)) return;
        await withdraw(db.team, work, invitation);
        await work.step();
      },
    );
};
