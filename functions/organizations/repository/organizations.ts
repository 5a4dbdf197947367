import type { SecondFactorPolicy } from '#domain/shared/access/second-factor.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { dayOfWork } from '#domain/team/team.rules.ts';
import type { FindMember } from '#functions/platform/api/authenticate.ts';
import { type Keys, keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { type SecondFactorSignIns, signInsOf } from '#functions/team/repository/second-factor.ts';
import { createHomeRepository } from './homes.ts';
import {
  type Organization,
  organizationSchema,
  type Preferences,
  type Profile,
  preferencesSchema,
  profileSchema,
  type Subject,
  subjectSchema,
} from './organization-record.ts';

export type { Organization, Profile } from './organization-record.ts';

/** Reads the profile of a sign-in with everything that authentication checks. */
const callerOf = async (
  table: Table,
  keys: Keys,
  profileId: string,
): Promise<{
  profile: Profile | undefined;
  organization: Organization | undefined;
  signIns: SecondFactorSignIns;
}> => {
  const wanted = [keys.profile(profileId), keys.organization(), keys.secondFactor(profileId)];
  const items = await table.getAll(wanted);
  const [profile, organization, signIns] = wanted.map(({ pk }) => items.find((item) => item.pk === pk));
  return {
    profile: profile && profileSchema.parse(profile),
    organization: organization && organizationSchema.parse(organization),
    signIns: signInsOf(signIns),
  };
};

export const profileItem = (keys: Keys, profile: Profile): Item =>
  profileSchema.item(keys.profile(profile.id), profile);

export const subjectItem = ({ sub, organization_id, id }: Profile): Item =>
  subjectSchema.item(sharedKeys.subject(sub), { organization_id, profile_id: id });

export const createOrganizationRepository = (table: Table, keys: Keys) => {
  const homes: ReturnType<typeof createHomeRepository> = createHomeRepository(table, keys);
  return {
    organization: () => organizationSchema.find(table, keys.organization()),
    async requireOrganization(): Promise<Organization> {
      const found = await this.organization();
      if (!found) throw notFound();
      return found;
    },
    callerOf: (profileId: string) => callerOf(table, keys, profileId),
    ...homes,
    profile: (id: string) => profileSchema.find(table, keys.profile(id)),
    preferences: (profileId: string) => preferencesSchema.find(table, keys.preferences(profileId)),
    changePreferences: (profileId: string, before: Preferences | undefined, next: Preferences): Write => ({
      put: preferencesSchema.item(keys.preferences(profileId), next),
      when: before
        ? {
            equals: {
              preferences: before.preferences,
              list_views: before.list_views,
              notifications: before.notifications,
            },
          }
        : 'absent',
      refused: () => new WriteConflictError(),
    }),
    changeOrganization: (before: Organization, next: Organization): Write => ({
      ...organizationSchema.update(keys.organization(), {
        set: {
          name: next.name,
          second_factor: next.second_factor,
          version: next.version,
          month_report_mail: next.month_report_mail,
        },
      }),
      when: { equals: { version: before.version } },
      refused: () => new WriteConflictError(),
    }),
    putOrganization: (organization: Organization): Write => ({
      put: organizationSchema.item(keys.organization(), organization),
    }),
    changeOnboarding: (before: Organization, onboarding: NonNullable<Organization['onboarding']>): Write => ({
      ...organizationSchema.update(keys.organization(), { set: { onboarding } }),
      when: { equals: { id: before.id, onboarding: before.onboarding } },
      refused: () => new WriteConflictError(),
    }),
    putProfile: (profile: Profile): Write[] => [{ put: profileItem(keys, profile) }, { put: subjectItem(profile) }],
  };
};

export const policyOf = ({ second_factor }: Organization): SecondFactorPolicy => second_factor ?? 'optional';

export const profileOfSubject = (table: Table, sub: string): Promise<Subject | undefined> =>
  subjectSchema.find(table, sharedKeys.subject(sub));

/** Finds the member of a sign-in and records the day of the call (lists of the team show it). */
export const findMember: FindMember = async (table, sub, now) => {
  const found = await profileOfSubject(table, sub);
  if (!found) return undefined;
  const keys = keysOf(found.organization_id);
  const { profile, organization, signIns } = await callerOf(table, keys, found.profile_id);
  if (profile?.status !== 'active' || !organization) return 'inactive';
  const today = dayOfWork(now);
  // A call never fails for it. The grant of all calls allows only this attribute.
  if (profile.last_seen_on !== today)
    await table.update({ update: keys.profile(profile.id), set: { last_seen_on: today } }).catch(() => undefined);
  const person = {
    id: profile.id,
    organizationId: profile.organization_id,
    homeId: profile.funeral_home_id,
    name: `${profile.first_name} ${profile.last_name}`.trim(),
    email: profile.email,
    role: profile.role,
    sessionsSince: profile.sessions_since,
  };
  return { person, policy: policyOf(organization), confirmed: signIns.sessions };
};

export type Organizations = ReturnType<typeof createOrganizationRepository>;
export const organizations = {
  grants: ['table:organization'],
  in: createOrganizationRepository,
} as const satisfies Repository;
export const signIns = {
  grants: ['table:invitation-accept'],
  shared: (table) => ({ taken: async (sub: string) => (await profileOfSubject(table, sub)) !== undefined }),
} as const satisfies SharedRepository;
