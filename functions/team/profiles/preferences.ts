import { defaultCaseFormPreferences } from '#domain/team/case-form-preferences.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import type { Preferences } from '#functions/organizations/repository/organization-record.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { Work } from '#functions/platform/api/work.ts';
import { presentPreferences } from './present-profile.ts';

export const getPreferences = handler(
  userProfileEndpoints.getPreferences,
  { organizations },
  async (_, { db, actor }) => presentPreferences(await db.organizations.preferences(actor.id)),
);

interface Context {
  db: { organizations: Organizations };
  work: Work;
  actor: Actor;
}

/** A preference of one's own: neither audited nor announced. Two tabs that change different ones lose neither. */
const change = ({ db, work, actor }: Context, nextOf: (before: Preferences) => Preferences) =>
  work.attempt(
    () => db.organizations.preferences(actor.id),
    (before) => {
      const next = nextOf(before ?? { preferences: defaultCaseFormPreferences });
      // They say the same for everybody, also where a client leaves them out (D2 §3).
      const { essentialSections } = defaultCaseFormPreferences;
      const kept = { ...next, preferences: { ...next.preferences, essentialSections } };
      return work.add(db.organizations.changePreferences(actor.id, before, kept)).finish(presentPreferences(kept));
    },
  );

const given = (values: object = {}) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

export const changePreferences = handler(
  userProfileEndpoints.changePreferences,
  { organizations },
  ({ body }, context) =>
    change(context, ({ preferences, list_views }) => ({
      preferences: { ...preferences, ...given(body.case_form_preferences) },
      ...(list_views || body.list_views ? { list_views: { ...list_views, ...given(body.list_views) } } : {}),
    })),
);

export const replacePreferences = handler(
  userProfileEndpoints.replacePreferences,
  { organizations },
  ({ body }, context) =>
    change(context, (before) => ({
      ...before,
      preferences: 'case_form_preferences' in body ? body.case_form_preferences : body,
    })),
);
