import { type CaseFormPreferences, defaultCaseFormPreferences } from '#domain/profiles/case-form-preferences.ts';
import { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import type { Actor } from '#functions/kernel/actor.ts';
import { handler } from '#functions/kernel/handler.ts';
import type { Work } from '#functions/kernel/work.ts';
import { type Organizations, organizations } from '#functions/records/organizations.ts';
import { preferencesOf } from './present-profile.ts';

export const getPreferences = handler(
  userProfileEndpoints.getPreferences,
  { organizations },
  async (_, { db, actor }) => ({ case_form_preferences: await preferencesOf(db.organizations, actor) }),
);

interface Context {
  db: { organizations: Organizations };
  work: Work;
  actor: Actor;
}

/** A preference of one's own: neither audited nor announced. Two tabs that change different ones lose neither. */
const change = ({ db, work, actor }: Context, nextOf: (before: CaseFormPreferences) => CaseFormPreferences) =>
  work.attempt(
    () => db.organizations.preferences(actor.id),
    (before) => {
      // They say the same for everybody, also where a client leaves them out (D2 §3).
      const { essentialSections } = defaultCaseFormPreferences;
      const next = { ...nextOf(before ?? defaultCaseFormPreferences), essentialSections };
      return work
        .add(db.organizations.changePreferences(actor.id, before, next))
        .finish({ case_form_preferences: next });
    },
  );

export const changePreferences = handler(
  userProfileEndpoints.changePreferences,
  { organizations },
  ({ body }, context) => {
    const given = Object.entries(body.case_form_preferences).filter(([, value]) => value !== undefined);
    return change(context, (before) => ({ ...before, ...Object.fromEntries(given) }));
  },
);

export const replacePreferences = handler(
  userProfileEndpoints.replacePreferences,
  { organizations },
  ({ body }, context) => change(context, () => ('case_form_preferences' in body ? body.case_form_preferences : body)),
);
