import { assertAllowed, isAllowed } from '#domain/registry/policies.ts';
import { hasPermission, isDemotion } from '#domain/shared/access/roles.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import type { MailProblem } from '#domain/shared/email/mail-problem.ts';
import { homeNotFound } from '#domain/shared/values/slug.ts';
import { type TeamInvitation, type TeamMember, teamEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { type Organizations, organizations, type Profile } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { handler, routesOf, type Work } from '#functions/platform/api/handler.ts';
import { countMail } from '#functions/platform/api/limits.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import type { Write } from '#functions/platform/store/table.ts';
import { changesBetween } from '../platform/store/audit/audit-log.ts';
import { mailProblems } from './repository/mail-problems.ts';
import { secondFactor, secondOf } from './repository/second-factor.ts';
import { type InvitationRecord, type Inviter, newInvitation, type Team, team } from './repository/team.ts';
import { resendMail } from './shared/resend-mail.ts';

/** Returns the condition that another active owner remains. Throws a 409 if there is none. */
const anotherOwner = async (team: Team, leaving: string): Promise<Write> => {
  const members = await team.members();
  const other = members.find(({ id, role, status }) => id !== leaving && role === 'super_admin' && status === 'active');
  if (!other) throw new AppError('conflict', { detail: teamMessages.lastOwner });
  return team.stillOwner(other.id);
};

const inviterOf = ({ id, role, homeId }: Actor): Inviter => ({
  profile_id: id,
  role,
  funeral_home_id: homeId,
});

/** Withdraws an open invitation: its link shows that, and its address is free. */
const withdraw = async (
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
const withdrawInvitationsOf = async (
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

const nameOf = (homes: readonly HomeRecord[], id: string): string => homes.find((home) => home.id === id)?.name ?? '';

const presentMember = (profile: Profile, homes: readonly HomeRecord[], actor: Actor): TeamMember => ({
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
const presentInvitation = (
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

/** Effective at once: sessions read the profile, not the token (quality S-05). */
const changeMember = handler(
  teamEndpoints.changeMember,
  { team, organizations },
  ({ params, body }, { db, work, actor, now, forgetActor }) =>
    work.attempt(
      () => db.team.requireMember(params.id),
      async (before) => {
        const homes = await db.organizations.homes();
        const next: Profile = {
          ...before,
          role: body.role ?? before.role,
          funeral_home_id: body.funeral_home ?? before.funeral_home_id,
        };
        if (!homes.some(({ id }) => id === next.funeral_home_id)) throw invalid({ funeral_home: [homeNotFound] });
        for (const { role, funeral_home_id: homeId } of [before, next])
          assertAllowed(actor, 'member:manage', { role, homeId });
        assertAllowed(actor, 'member:give-role', { role: next.role });
        const changes = changesBetween({ ...before }, { ...next });
        if (changes.length === 0) return presentMember(before, homes, actor);
        const ownerNoMore = before.role === 'super_admin' && next.role !== 'super_admin';
        const otherOwner = ownerNoMore ? await anotherOwner(db.team, before.id) : undefined;
        // With fewer rights every session ends, because open tabs show data that is now forbidden.
        if (isDemotion(before.role, next.role)) next.sessions_since = secondOf(now);
        const answer = await work
          .add(db.team.changeMember(before, next), otherOwner)
          .audit('member.changed', next.id, changes)
          .announce('member.changed', next.id, { profile_id: next.id })
          .finish(presentMember(next, homes, actor));
        forgetActor(next.id);
        await withdrawInvitationsOf({ db, work }, next);
        return answer;
      },
    ),
);

/** The worker that sends the email creates the secret link, so that it is only there. */
const inviteMember = handler(
  teamEndpoints.invite,
  { team, organizations },
  ({ body }, { db, work, actor, now, countAccepted }) =>
    work.attempt(
      () => Promise.all([db.organizations.organization(), db.organizations.homes(), db.team.members()]),
      async ([organization, homes, members]) => {
        const home = homes.find(({ id }) => id === (body.funeral_home ?? actor.homeId));
        if (!home || !organization) throw invalid({ funeral_home: [homeNotFound] });
        assertAllowed(actor, 'member:manage', { role: body.role, homeId: home.id });
        assertAllowed(actor, 'member:give-role', { role: body.role });
        if (members.some(({ email }) => email === body.email)) throw invalid({ email: [teamMessages.alreadyMember] });
        await countMail({ countAccepted }, organization.id, body.email);
        const by = { invited_by_name: actor.name, invited_by: inviterOf(actor) };
        const invitation = newInvitation(organization, home, { email: body.email, role: body.role, ...by }, now);
        return work
          .add(db.team.createInvitation(invitation), db.team.holdAddress(invitation, now))
          .audit('invitation.created', invitation.id, [{ field: 'role', from: null, to: body.role }])
          .announce('invitation.created', invitation.id, { invitation_id: invitation.id, mailing: 1 })
          .finish(presentInvitation(invitation, now));
      },
    ),
);

interface Context {
  db: { team: Team; organizations: Organizations };
  work: Work;
  actor: Actor;
  now: Date;
  forgetActor(profileId: string): void;
}

/** The profile decides at once; the user pool follows through the event. */
const setMemberStatus = (
  { db, work, actor, now, forgetActor }: Context,
  id: string,
  status: Profile['status'],
  record: (before: Profile) => Promise<void>,
  followUp: (next: Profile) => Promise<void> = async () => undefined,
): Promise<TeamMember> =>
  work.attempt(
    () => db.team.requireMember(id),
    async (before) => {
      const homes = await db.organizations.homes();
      const { role, funeral_home_id: homeId } = before;
      assertAllowed(actor, status === 'active' ? 'member:reactivate' : 'member:deactivate', { id, role, homeId });
      if (before.status === status) return presentMember(before, homes, actor);
      // Old sessions stay ended after access is restored.
      const ended = status === 'deactivated' ? { sessions_since: secondOf(now) } : {};
      const next: Profile = { ...before, status, ...ended };
      await record(before);
      const answer = await work.add(db.team.changeMember(before, next)).finish(presentMember(next, homes, actor));
      forgetActor(id);
      await followUp(next);
      return answer;
    },
  );

/** The user pool follows through the event, because only its worker has access. */
const resetAuthenticator = handler(
  teamEndpoints.resetAuthenticator,
  { team, organizations, secondFactor },
  ({ params }, { db, work, actor, now, forgetActor }) =>
    work.attempt(
      () => db.team.requireMember(params.id),
      async (member) => {
        const { id, role, status, funeral_home_id: homeId } = member;
        assertAllowed(actor, 'member:reset-authenticator', { id, role, homeId, status });
        const homes = await db.organizations.homes();
        const answer = await work
          .add(
            db.team.changeMember(member, { ...member, sessions_since: secondOf(now) }),
            db.secondFactor.forget(id, now),
          )
          .audit('member.authenticator_reset', id)
          .announce('member.authenticator-reset', id, { profile_id: id })
          .finish(presentMember(member, homes, actor));
        forgetActor(id);
        return answer;
      },
    ),
);

/** A new email with a new link and seven new days, also after expiry; the old link ends. */
const resendInvitation = handler(
  teamEndpoints.resendInvitation,
  { team },
  ({ params }, { db, work, actor, now, countAccepted }) =>
    work.attempt(
      () => db.team.requireInvitation(params.id),
      async (before) => {
        assertAllowed(actor, 'member:manage', { role: before.role, homeId: before.funeral_home_id });
        if (before.status !== 'pending')
          throw new AppError('conflict', {
            detail: before.status === 'accepted' ? teamMessages.invitationUsed : teamMessages.invitationCancelled,
          });
        const members = await db.team.members();
        if (members.some(({ email }) => email === before.email)) throw invalid({ email: [teamMessages.alreadyMember] });
        await countMail({ countAccepted }, actor.organizationId, before.email);
        const next = resendMail({ db, work, now }, before, inviterOf(actor));
        return work.finish(presentInvitation(next, now));
      },
    ),
);

const deactivateMember = handler(
  teamEndpoints.deactivateMember,
  { team, organizations, secondFactor },
  ({ params }, context) =>
    setMemberStatus(
      context,
      params.id,
      'deactivated',
      async (before) => {
        const { id, role } = before;
        const { db, work, now } = context;
        const otherOwner = role === 'super_admin' ? await anotherOwner(db.team, id) : undefined;
        work
          .add(db.secondFactor.forget(id, now), otherOwner)
          .audit('member.deactivated', id, [{ field: 'status', from: 'active', to: 'deactivated' }])
          .announce('member.deactivated', id, { profile_id: id });
      },
      (next) => withdrawInvitationsOf(context, next),
    ),
);

const cancelInvitation = handler(teamEndpoints.cancelInvitation, { team }, ({ params }, { db, work, actor, now }) =>
  work.attempt(
    () => db.team.requireInvitation(params.id),
    async (before) => {
      assertAllowed(actor, 'member:manage', { role: before.role, homeId: before.funeral_home_id });
      if (before.status === 'cancelled') return presentInvitation(before, now);
      if (before.status === 'accepted') throw new AppError('conflict', { detail: teamMessages.invitationUsed });
      const next = await withdraw(db.team, work, before);
      return work.finish(presentInvitation(next, now));
    },
  ),
);

const listInvitations = handler(
  teamEndpoints.invitations,
  { team, organizations, mailProblems },
  async ({ query }, { db, now, request }) => {
    const paging = pageRequest(query);
    const [all, names, problems] = await Promise.all([
      db.team.invitations(),
      db.organizations.homeNames(),
      db.mailProblems.all('invitation', now),
    ]);
    const shown = all.slice((paging.page - 1) * paging.pageSize, paging.page * paging.pageSize);
    const rows = shown.map((invitation) => presentInvitation(invitation, now, names, problems));
    return pageAnswer(request.path, query, paging, { count: all.length, rows });
  },
);

const reactivateMember = handler(teamEndpoints.reactivateMember, { team, organizations }, ({ params }, context) =>
  setMemberStatus(context, params.id, 'active', async ({ id }) => {
    context.work
      .audit('member.reactivated', id, [{ field: 'status', from: 'deactivated', to: 'active' }])
      .announce('member.reactivated', id, { profile_id: id });
  }),
);

const listMembers = handler(teamEndpoints.members, { team, organizations, secondFactor }, async (_, { db, actor }) => {
  const [members, homes] = await Promise.all([db.team.members(), db.organizations.homes()]);
  const manages = hasPermission(actor, 'team:manage');
  const withApp = manages && (await db.secondFactor.haveApp(members.map(({ id }) => id)));
  const results = members
    .map((member) => ({
      ...presentMember(member, homes, actor),
      ...(withApp ? { last_seen_on: member.last_seen_on ?? null, has_authenticator: withApp.has(member.id) } : {}),
    }))
    .sort((a, b) => a.status.localeCompare(b.status) || a.full_name.localeCompare(b.full_name));
  return { count: results.length, next: null, previous: null, results };
});

const countPending = handler(teamEndpoints.pendingCount, { team }, async (_, { db, now }) => {
  const invitations = await db.team.invitations();
  return { count: invitations.filter((invitation) => presentInvitation(invitation, now).status === 'pending').length };
});

export const teamRoutes = routesOf(teamEndpoints, {
  members: listMembers,
  changeMember,
  deactivateMember,
  reactivateMember,
  resetAuthenticator,
  invitations: listInvitations,
  invite: inviteMember,
  pendingCount: countPending,
  resendInvitation,
  cancelInvitation,
});
