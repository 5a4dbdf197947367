import type { Role } from '#domain/access/roles.ts';
import type { SecondFactorPolicy } from '#domain/access/second-factor.ts';
import type { OnboardingStep } from '#domain/onboarding/onboarding.endpoints.ts';
import type { CaseFormPreferences } from '#domain/profiles/case-form-preferences.ts';
import { type Keys, sharedKeys } from '#functions/store/keys.ts';
import type { Repository, SharedRepository } from '#functions/store/repository.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import type { Item, Key, Table, Write } from '#functions/store/table.ts';
import { homesIn } from './homes.ts';
import { type SecondFactorSignIns, signInsOf } from './second-factor.ts';

export interface Organization {
  id: string;
  name: string;
  /** Absent in records from before there was a choice: optional, and version 1. */
  second_factor?: SecondFactorPolicy;
  version?: number;
  onboarding?: { completed_at: string | null; done: OnboardingStep[] };
}

export interface Profile {
  id: string;
  organization_id: string;
  funeral_home_id: string;
  sub: string;
  email: string;
  first_name: string;
  last_name: string;
  role: Role;
  status: 'active' | 'deactivated';
  created_at: string;
  /** Sign-ins up to this second (since 1970) have ended: password, authenticator app or rights have changed since. */
  sessions_since?: number;
  phone?: string | null;
  title?: string | null;
  license_number?: string | null;
}

const bare = <T>(item: Item | undefined): T | undefined => {
  if (!item) return undefined;
  const { pk: _pk, sk: _sk, ...rest } = item;
  return rest as T;
};
const put = (key: Key, record: object): Write => ({ put: { ...key, ...record } });

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
    profile: bare<Profile>(profile),
    organization: bare<Organization>(organization),
    signIns: signInsOf(signIns),
  };
};

/** The organization, its homes and its staff. */
export const organizationsIn = (table: Table, keys: Keys) => {
  const homes: ReturnType<typeof homesIn> = homesIn(table, keys);
  return {
    async organization(): Promise<Organization | undefined> {
      return bare<Organization>(await table.get(keys.organization()));
    },
    callerOf: (profileId: string) => callerOf(table, keys, profileId),
    ...homes,
    async profile(id: string): Promise<Profile | undefined> {
      return bare<Profile>(await table.get(keys.profile(id)));
    },
    async preferences(profileId: string): Promise<CaseFormPreferences | undefined> {
      return (await table.get(keys.preferences(profileId)))?.preferences as CaseFormPreferences | undefined;
    },
    /** Writes `next` if nobody changed `before`, undefined when there was nothing, in another tab say. */
    changePreferences: (
      profileId: string,
      before: CaseFormPreferences | undefined,
      next: CaseFormPreferences,
    ): Write => ({
      put: { ...keys.preferences(profileId), preferences: next },
      when: before ? { equals: { preferences: before } } : 'absent',
      refused: () => new WriteConflict(),
    }),
    /** Writes what differs in `next` if nobody changed `before` meanwhile; how far the set-up is stays as it is. */
    changeOrganization: (before: Organization, next: Organization): Write => ({
      update: keys.organization(),
      set: { name: next.name, second_factor: next.second_factor, version: next.version },
      when: { equals: { version: before.version } },
      refused: () => new WriteConflict(),
    }),
    putOrganization: (organization: Organization): Write => put(keys.organization(), organization),
    /** Writes how far the set-up is, if nobody wrote it since `before` was read. */
    changeOnboarding: (before: Organization, onboarding: NonNullable<Organization['onboarding']>): Write => ({
      update: keys.organization(),
      set: { onboarding },
      when: { equals: { id: before.id, onboarding: before.onboarding } },
      refused: () => new WriteConflict(),
    }),
    putProfile: (profile: Profile): Write[] => [
      put(keys.profile(profile.id), profile),
      put(sharedKeys.subject(profile.sub), { organization_id: profile.organization_id, profile_id: profile.id }),
    ],
  };
};

/** The organization’s rule for signing in. */
export const policyOf = ({ second_factor }: Organization): SecondFactorPolicy => second_factor ?? 'optional';

/** Which profile a sign-in belongs to. */
export const profileOfSubject = async (
  table: Table,
  sub: string,
): Promise<{ organization_id: string; profile_id: string } | undefined> =>
  bare(await table.get(sharedKeys.subject(sub)));

export type Organizations = ReturnType<typeof organizationsIn>;
export const organizations = { grants: ['table:organization'], in: organizationsIn } as const satisfies Repository;
/** Whether a sign-in belongs to a member already. */
export const signIns = {
  grants: ['table:invitation-accept'],
  shared: (table) => ({ taken: async (sub: string) => (await profileOfSubject(table, sub)) !== undefined }),
} as const satisfies SharedRepository;
