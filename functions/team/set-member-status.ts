import { assertAllowed } from '#domain/shared/access/policies.ts';
import type { TeamMember } from '#domain/team/team.endpoints.ts';
import type { Organizations, Profile } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/work.ts';
import { secondOf } from '#functions/team/repository/sessions.ts';
import type { Team } from '#functions/team/repository/team.ts';
import { presentMember } from './present-member.ts';

interface Context {
  db: { team: Team; organizations: Organizations };
  work: Work;
  actor: Actor;
  now: Date;
  forgetActor(profileId: string): void;
}

/**
 * Ends or restores access; `record` adds what is put on record of it, `followUp` what comes after it. The profile decides at once; the user pool follows
 * through the event.
 */
export const setMemberStatus = (
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
      // Nothing of before counts again when access is given back.
      const ended = status === 'deactivated' ? { sessions_since: secondOf(now) } : {};
      const next: Profile = { ...before, status, ...ended };
      await record(before);
      const answer = await work.add(db.team.changeMember(before, next)).finish(presentMember(next, homes, actor));
      forgetActor(id);
      await followUp(next);
      return answer;
    },
  );
