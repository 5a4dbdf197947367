import { isAllowed } from '#domain/registry/policies.ts';
import type { MailProblem } from '#domain/shared/email/mail-problem.ts';
import type { TeamInvitation, TeamMember } from '#domain/team/team.endpoints.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { InvitationRecord } from '#functions/team/repository/team.ts';

const nameOf = (homes: readonly HomeRecord[], id: string): string => homes.find((home) => home.id === id)?.name ?? '';

export const presentMember = (profile: Profile, homes: readonly HomeRecord[], actor: Actor): TeamMember => ({
  id: profile.id,
  email: profile.email,
  first_name: profile.first_name,
  last_name: profile.last_name,
  full_name: `${profile.first_name} ${profile.last_name}`.trim(),
  role: profile.role,
  status: profile.status,
  funeral_home: profile.funeral_home_id,
  funeral_home_name: nameOf(homes, profile.funeral_home_id),
  created_at: profile.created_at,
  manageable: isAllowed(actor, 'member:manage', { role: profile.role, homeId: profile.funeral_home_id }),
});

/** Shows a pending invitation past its end as expired. */
export const presentInvitation = (
  invitation: InvitationRecord,
  now: Date,
  homeNames: ReadonlyMap<string, string> = new Map(),
  problems: ReadonlyMap<string, MailProblem> = new Map(),
): TeamInvitation => {
  const overdue = invitation.status === 'pending' && invitation.expires_at_instant < now.toISOString();
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    funeral_home: invitation.funeral_home_id,
    funeral_home_name: homeNames.get(invitation.funeral_home_id) ?? invitation.funeral_home_name,
    status: overdue ? 'expired' : invitation.status,
    invited_by_name: invitation.invited_by_name,
    created_at: invitation.created_at,
    sent_at: invitation.sent_at,
    mail_problem: problems.get(`${invitation.id}#${invitation.mailing}`) ?? null,
    expires_at: invitation.expires_at_instant,
  };
};
