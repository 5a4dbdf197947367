import { assertAllowed } from '#domain/shared/access/policies.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { changesBetween } from '#functions/platform/store/audit/audit.ts';
import { team } from '#functions/team/repository/team.ts';
import { presentProfile } from './present-profile.ts';

/** Names, phone, title and licence; role and home are the team's business. */
export const updateProfile = handler(
  userProfileEndpoints.update,
  { team },
  ({ params, body }, { db, work, actor, forgetActor }) =>
    work.attempt(
      () => db.team.requireMember(params.id),
      async (before) => {
        assertAllowed(actor, 'profile:edit', { id: before.id, role: before.role, homeId: before.funeral_home_id });
        const { phone, title, license_number, ...names } = body;
        const optional = { phone, title, license_number };
        const given = Object.entries(optional).filter(([, value]) => value !== undefined);
        const next: Profile = {
          ...before,
          ...Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined)),
          ...Object.fromEntries(given.map(([name, value]) => [name, value || null])),
        };
        const changes = changesBetween({ ...before }, { ...next });
        if (changes.length === 0) return presentProfile(before);
        const answer = await work
          .add(db.team.changeMember(before, next))
          .audit('profile.updated', next.id, changes)
          .announce('profile.updated', next.id, { profile_id: next.id })
          .finish(presentProfile(next));
        forgetActor(next.id);
        return answer;
      },
    ),
);
