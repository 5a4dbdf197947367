import { profileSchema } from '#functions/organizations/repository/organization-record.ts';
import { profileOfSubject } from '#functions/organizations/repository/organizations.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';

/** A member of staff as the user pool tells of them. */
export interface SignInOf {
  keys: Keys;
  id: string;
  name: string;
  role: string;
}

/** Whose sign-in it is; undefined for a user of the pool who has no profile. */
export const memberOfSubject = async (table: Table, sub: string): Promise<SignInOf | undefined> => {
  const found = await profileOfSubject(table, sub);
  if (!found) return undefined;
  const keys = keysOf(found.organization_id);
  const item = await table.get(keys.profile(found.profile_id));
  if (!item) return undefined;
  const { id, first_name, last_name, role } = profileSchema.parse(item);
  return { keys, id, name: `${first_name} ${last_name}`.trim(), role };
};

/** Counts a sign-in that was begun; answers how many were since the last that came to its end. */
export const recordSignInAttempt = async (table: Table, { keys, id }: SignInOf): Promise<number> =>
  Number((await table.update({ update: keys.signIns(id), add: { tries: 1 } })).tries);

/** Counts from the beginning again; answers how many sign-ins were begun up to now, this one too. */
export const resetSignInAttempts = async (table: Table, { keys, id }: SignInOf): Promise<number> => {
  const tries = Number((await table.get(keys.signIns(id)))?.tries ?? 0);
  await table.update({ update: keys.signIns(id), set: { tries: 0 } });
  return tries;
};
