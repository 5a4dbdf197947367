import { assertAllowed } from '#domain/registry/policies.ts';
import { permissionsOf } from '#domain/shared/access/roles.ts';
import { secondFactorState } from '#domain/shared/access/second-factor.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { chosenNotifications, type NotificationPreferences } from '#domain/team/notification-preferences.ts';
import {
  type CurrentUser,
  defaultCaseFormPreferences,
  type UserProfile,
  userProfileEndpoints,
} from '#domain/team/user-profile.endpoints.ts';
import type { Preferences } from '#functions/organizations/repository/organization-record.ts';
import {
  type Organizations,
  organizations,
  type Profile,
  policyOf,
} from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { handler, routesOf, type Work } from '#functions/platform/api/handler.ts';
import { changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import { team } from '../repository/team.ts';

const presentProfile = (profile: Profile): UserProfile => ({
  id: profile.id,
  email: profile.email,
  first_name: profile.first_name,
  last_name: profile.last_name,
  full_name: `${profile.first_name} ${profile.last_name}`.trim(),
  role: profile.role,
  status: profile.status,
  phone: profile.phone ?? null,
  title: profile.title ?? null,
  license_number: profile.license_number ?? null,
  funeral_home: profile.funeral_home_id,
  created_at: profile.created_at,
});

const presentPreferences = (
  stored: Preferences | undefined,
): Pick<CurrentUser, 'case_form_preferences' | 'list_views'> & { notifications: NotificationPreferences } => ({
  case_form_preferences: stored?.preferences ?? defaultCaseFormPreferences,
  list_views: stored?.list_views ?? {},
  notifications: chosenNotifications(stored?.notifications),
});

const presentCurrentUser = async ({
  db,
  actor,
}: {
  db: { organizations: Organizations };
  actor: Actor;
}): Promise<CurrentUser> => {
  const [{ profile, organization, signIns }, home, preferences] = await Promise.all([
    db.organizations.callerOf(actor.id),
    db.organizations.home(actor.homeId),
    db.organizations.preferences(actor.id),
  ]);
  if (!profile || !organization || !home) throw notFound();
  return {
    ...presentProfile(profile),
    organization_id: organization.id,
    organization_name: organization.name,
    funeral_home_details: home,
    permissions: permissionsOf(profile.role),
    ...presentPreferences(preferences),
    second_factor: secondFactorState(policyOf(organization), profile.role, signIns.sessions.includes(actor.session)),
    onboarding_completed: Boolean(organization.onboarding?.completed_at),
  };
};

const getPreferences = handler(userProfileEndpoints.getPreferences, { organizations }, async (_, { db, actor }) =>
  presentPreferences(await db.organizations.preferences(actor.id)),
);

interface Context {
  db: { organizations: Organizations };
  work: Work;
  actor: Actor;
}

/** Preferences are neither audited nor announced. */
const change = ({ db, work, actor }: Context, nextOf: (before: Preferences) => Preferences) =>
  work.attempt(
    () => db.organizations.preferences(actor.id),
    (before) => {
      const next = nextOf(before ?? { preferences: defaultCaseFormPreferences });
      // Always the same sections, even if a client omits them (D2 §3).
      const { essentialSections } = defaultCaseFormPreferences;
      const kept = { ...next, preferences: { ...next.preferences, essentialSections } };
      return work.add(db.organizations.changePreferences(actor.id, before, kept)).finish(presentPreferences(kept));
    },
  );

const given = (values: object = {}) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const changePreferences = handler(userProfileEndpoints.changePreferences, { organizations }, ({ body }, context) =>
  change(context, ({ preferences, list_views, notifications }) => ({
    preferences: { ...preferences, ...given(body.case_form_preferences) },
    ...(list_views || body.list_views ? { list_views: { ...list_views, ...given(body.list_views) } } : {}),
    ...(notifications || body.notifications
      ? { notifications: { ...chosenNotifications(notifications), ...given(body.notifications) } }
      : {}),
  })),
);

const replacePreferences = handler(userProfileEndpoints.replacePreferences, { organizations }, ({ body }, context) =>
  change(context, (before) => ({
    ...before,
    preferences: 'case_form_preferences' in body ? body.case_form_preferences : body,
  })),
);

const updateProfile = handler(
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

const completeOnboarding = handler(userProfileEndpoints.completeOnboarding, { organizations }, async (_, context) => {
  const { db, work, actor, now } = context;
  await work.attempt(
    () => db.organizations.requireOrganization(),
    async (organization) => {
      if (organization.onboarding?.completed_at) return;
      const { id, onboarding } = organization;
      await work
        .add(
          db.organizations.changeOnboarding(organization, {
            done: onboarding?.done ?? [],
            completed_at: now.toISOString(),
          }),
        )
        .audit('onboarding.completed', id, [{ field: 'completed_by', from: null, to: actor.name }])
        .announce('onboarding.changed', id, { organization_id: id })
        .step();
    },
  );
  return presentCurrentUser(context);
});

const listProfiles = handler(userProfileEndpoints.list, { team }, async (_, { db }) => {
  const results = (await db.team.members()).map(presentProfile).sort((a, b) => a.full_name.localeCompare(b.full_name));
  return { count: results.length, next: null, previous: null, results };
});

const getProfile = handler(userProfileEndpoints.get, { team }, async ({ params }, { db }) =>
  presentProfile(await db.team.requireMember(params.id)),
);

const getCurrentUser = handler(userProfileEndpoints.currentUser, { organizations }, (_, context) =>
  presentCurrentUser(context),
);

export const userProfileRoutes = routesOf(userProfileEndpoints, {
  list: listProfiles,
  currentUser: getCurrentUser,
  getPreferences,
  changePreferences,
  replacePreferences,
  completeOnboarding,
  get: getProfile,
  update: updateProfile,
});
