import { v7 as uuid } from 'uuid';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { invitationEnd, teamMessages } from '#domain/team/team.rules.ts';
import { type Organization, organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { countMail } from '#functions/platform/api/count-mail.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { type InvitationRecord, team } from '#functions/team/repository/team.ts';
import { inviterOf } from './cancel-invitations.ts';
import { presentInvitation } from './present-member.ts';

const newInvitation = (
  person: Pick<InvitationRecord, 'email' | 'role'>,
  at: { organization: Organization; home: { id: string; name: string } },
  actor: Actor,
  now: Date,
): InvitationRecord => ({
  id: uuid(),
  organization_id: at.organization.id,
  organization_name: at.organization.name,
  email: person.email,
  role: person.role,
  funeral_home_id: at.home.id,
  funeral_home_name: at.home.name,
  status: 'pending',
  invited_by_name: actor.name,
  invited_by: inviterOf(actor),
  created_at: now.toISOString(),
  sent_at: null,
  expires_at_instant: invitationEnd(now),
  mailing: 1,
  token_hash: null,
});

/** Invites by mail. The mail's secret link is made by the worker that sends it, so that it stands nowhere else. */
export const inviteMember = handler(
  teamEndpoints.invite,
  { team, organizations },
  ({ body }, { db, work, actor, now, countAccepted }) =>
    work.attempt(
      () => Promise.all([db.organizations.organization(), db.organizations.homes(), db.team.members()]),
      async ([organization, homes, members]) => {
        const home = homes.find(({ id }) => id === (body.funeral_home ?? actor.homeId));
        if (!home || !organization) throw invalid({ funeral_home: ['Funeral home not found'] });
        assertAllowed(actor, 'member:manage', { role: body.role, homeId: home.id });
        assertAllowed(actor, 'member:give-role', { role: body.role });
        if (members.some(({ email }) => email === body.email)) throw invalid({ email: [teamMessages.alreadyMember] });
        await countMail({ countAccepted }, organization.id, body.email);
        const invitation = newInvitation(body, { organization, home }, actor, now);
        return work
          .add(
            db.team.createInvitation(invitation),
            db.team.holdAddress(invitation, now, () => invalid({ email: [teamMessages.alreadyInvited] })),
          )
          .audit('invitation.created', invitation.id, [{ field: 'role', from: null, to: body.role }])
          .announce('invitation.created', invitation.id, { invitation_id: invitation.id, mailing: 1 })
          .finish(presentInvitation(invitation, now));
      },
    ),
);
