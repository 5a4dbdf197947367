import type { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { preferencesOf } from './present-profile.ts';

export const getPreferences: Handler<typeof userProfileEndpoints.getPreferences> = async (_, context) => ({
  case_form_preferences: await preferencesOf(context),
});

/** A preference of one's own: neither audited nor announced. */
export const changePreferences: Handler<typeof userProfileEndpoints.changePreferences> = async ({ body }, context) => {
  const { db, actor } = context;
  const given = Object.entries(body.case_form_preferences).filter(([, value]) => value !== undefined);
  const next = { ...(await preferencesOf(context)), ...Object.fromEntries(given) };
  return db.commit([db.organizations.putPreferences(actor.id, next)], { case_form_preferences: next });
};

export const replacePreferences: Handler<typeof userProfileEndpoints.replacePreferences> = async (
  { body },
  context,
) => {
  const { db, actor } = context;
  const next = 'case_form_preferences' in body ? body.case_form_preferences : body;
  return db.commit([db.organizations.putPreferences(actor.id, next)], { case_form_preferences: next });
};
