import type { SecondFactorPolicy } from '#domain/shared/access/second-factor.ts';
import { type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
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

/** Who a sign-in is, with what decides whether it may work: one reading for all three. */
export const callerOf = async (
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

/** What leads from a sign-in to its profile. */
export const subjectItem = ({ sub, organization_id, id }: Profile): Item =>
  subjectSchema.item(sharedKeys.subject(sub), { organization_id, profile_id: id });

/** The organization, its homes and its staff. */
export const createOrganizationRepository = (table: Table, keys: Keys) => {
  const homes: ReturnType<typeof createHomeRepository> = createHomeRepository(table, keys);
  return {
    async organization(): Promise<Organization | undefined> {
      const item = await table.get(keys.organization());
      return item && organizationSchema.parse(item);
    },
    callerOf: (profileId: string) => callerOf(table, keys, profileId),
    ...homes,
    async profile(id: string): Promise<Profile | undefined> {
      const item = await table.get(keys.profile(id));
      return item && profileSchema.parse(item);
    },
    async preferences(profileId: string): Promise<Preferences | undefined> {
      const item = await table.get(keys.preferences(profileId));
      return item && preferencesSchema.parse(item);
    },
    /** Writes `next` if nobody changed `before`, undefined when there was nothing, in another tab say. */
    changePreferences: (profileId: string, before: Preferences | undefined, next: Preferences): Write => ({
      put: preferencesSchema.item(keys.preferences(profileId), next),
      when: before ? { equals: { preferences: before.preferences, list_views: before.list_views } } : 'absent',
      refused: () => new WriteConflict(),
    }),
    /** Writes what differs in `next` if nobody changed `before` meanwhile; how far the set-up is stays as it is. */
    changeOrganization: (before: Organization, next: Organization): Write => ({
      ...organizationSchema.update(keys.organization(), {
        set: {
          ...{ name: next.name, second_factor: next.second_factor, version: next.version },
          month_report_mail: next.month_report_mail,
        },
      }),
      when: { equals: { version: before.version } },
      refused: () => new WriteConflict(),
    }),
    putOrganization: (organization: Organization): Write => ({
      put: organizationSchema.item(keys.organization(), organization),
    }),
    /** Writes how far the set-up is, if nobody wrote it since `before` was read. */
    changeOnboarding: (before: Organization, onboarding: NonNullable<Organization['onboarding']>): Write => ({
      ...organizationSchema.update(keys.organization(), { set: { onboarding } }),
      when: { equals: { id: before.id, onboarding: before.onboarding } },
      refused: () => new WriteConflict(),
    }),
    putProfile: (profile: Profile): Write[] => [{ put: profileItem(keys, profile) }, { put: subjectItem(profile) }],
  };
};

/** The organization’s rule for signing in. */
export const policyOf = ({ second_factor }: Organization): SecondFactorPolicy => second_factor ?? 'optional';

/** Which profile a sign-in belongs to. */
export const profileOfSubject = async (table: Table, sub: string): Promise<Subject | undefined> => {
  const item = await table.get(sharedKeys.subject(sub));
  return item && subjectSchema.parse(item);
};

export type Organizations = ReturnType<typeof createOrganizationRepository>;
export const organizations = {
  grants: ['table:organization'],
  in: createOrganizationRepository,
} as const satisfies Repository;
/** Whether a sign-in belongs to a member already. */
export const signIns = {
  grants: ['table:invitation-accept'],
  shared: (table) => ({ taken: async (sub: string) => (await profileOfSubject(table, sub)) !== undefined }),
} as const satisfies SharedRepository;
