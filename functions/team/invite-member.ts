import { v7 as uuid } from 'uuid';
import { AppError, invalid } from '#domain/contract/errors.ts';
import type { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { assignableRoles, invitationEnd, mayManage, teamMessages } from '#domain/team/team.rules.ts';
import type { Handler } from '#functions/kernel/context.ts';
import type { InvitationRecord } from '#functions/records/team.ts';
import { presentInvitation } from './present-member.ts';

/** Invites by mail. The mail's secret link is made by the worker that sends it, so that it stands nowhere else. */
export const inviteMember: Handler<typeof teamEndpoints.invite> = async ({ body }, { db, actor, now }) => {
  const [organization, homes, members] = await Promise.all([
    db.organizations.organization(),
    db.organizations.homes(),
    db.team.members(),
  ]);
  const home = homes.find(({ id }) => id === (body.funeral_home ?? actor.homeId));
  if (!home || !organization) throw invalid({ funeral_home: ['Funeral home not found'] });
  if (!mayManage(actor, { role: body.role, homeId: home.id }) || !assignableRoles(actor).includes(body.role))
    throw new AppError('forbidden', { detail: teamMessages.outsideYourHome });
  if (members.some(({ email }) => email === body.email)) throw invalid({ email: [teamMessages.alreadyMember] });
  const invitation: InvitationRecord = {
    id: uuid(),
    organization_id: organization.id,
    organization_name: organization.name,
    email: body.email,
    role: body.role,
    funeral_home_id: home.id,
    funeral_home_name: home.name,
    status: 'pending',
    invited_by_name: actor.name,
    created_at: now.toISOString(),
    sent_at: null,
    expires_at_instant: invitationEnd(now),
    mailing: 1,
    token_hash: null,
  };
  const { id, role } = invitation;
  return db.commit(
    [
      db.team.createInvitation(invitation),
      db.team.holdAddress(invitation, now, () => invalid({ email: [teamMessages.alreadyInvited] })),
      db.audit.entry('INVITATION', id, 'invitation.created', [{ field: 'role', from: null, to: role }]),
      db.outbox.event('invitation.created', id, { invitation_id: id, mailing: 1 }),
    ],
    presentInvitation(invitation, now),
  );
};
