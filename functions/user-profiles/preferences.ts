import { type CaseFormPreferences, defaultCaseFormPreferences } from '#domain/profiles/case-form-preferences.ts';
import type { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import type { Handler, StaffContext } from '#functions/kernel/context.ts';
import { onCurrent } from '#functions/store/on-current.ts';
import { preferencesOf } from './present-profile.ts';

export const getPreferences: Handler<typeof userProfileEndpoints.getPreferences> = async (_, context) => ({
  case_form_preferences: await preferencesOf(context),
});

type Next = (before: CaseFormPreferences) => CaseFormPreferences;

/** A preference of one's own: neither audited nor announced. Two tabs that change different ones lose neither. */
const change = ({ db, actor }: StaffContext, nextOf: Next) =>
  onCurrent(
    () => db.organizations.preferences(actor.id),
    (before) => {
      const next = nextOf(before ?? defaultCaseFormPreferences);
      return db.commit([db.organizations.changePreferences(actor.id, before, next)], { case_form_preferences: next });
    },
  );

export const changePreferences: Handler<typeof userProfileEndpoints.changePreferences> = ({ body }, context) => {
  const given = Object.entries(body.case_form_preferences).filter(([, value]) => value !== undefined);
  return change(context, (before) => ({ ...before, ...Object.fromEntries(given) }));
};

export const replacePreferences: Handler<typeof userProfileEndpoints.replacePreferences> = ({ body }, context) =>
  change(context, () => ('case_form_preferences' in body ? body.case_form_preferences : body));
