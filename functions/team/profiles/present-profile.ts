import { permissionsOf } from '#domain/shared/access/roles.ts';
import { secondFactorState } from '#domain/shared/access/second-factor.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { defaultCaseFormPreferences } from '#domain/team/case-form-preferences.ts';
import type { CurrentUser, UserProfile } from '#domain/team/user-profile.endpoints.ts';
import type { Preferences } from '#functions/organizations/repository/organization-record.ts';
import { type Organizations, type Profile, policyOf } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';

export const presentProfile = (profile: Profile): UserProfile => ({
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

/** Preferences as they are answered; of who has none the ones that everybody begins with. */
export const presentPreferences = (
  stored: Preferences | undefined,
): Pick<CurrentUser, 'case_form_preferences' | 'list_views'> => ({
  case_form_preferences: stored?.preferences ?? defaultCaseFormPreferences,
  list_views: stored?.list_views ?? {},
});

/** The signed-in user with everything that a screen needs to know before it opens. */
export const presentCurrentUser = async ({
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
