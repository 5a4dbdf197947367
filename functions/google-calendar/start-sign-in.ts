import { randomBytes } from 'node:crypto';
import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { googleConnector } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { oauthStates } from '#functions/platform/partners/oauth-states.ts';

export const partner = 'google-calendar';

/** Only this person can complete the sign-in, in this session. */
export const startSignIn = handler(
  googleCalendarEndpoints.auth,
  { oauthStates, googleConnector },
  async (_, { db, work, actor, now, googleConnector: door }) => {
    const state = randomBytes(32).toString('base64url');
    const by = { partner, profileId: actor.id, session: actor.session };
    const auth_url = await door.authUrl(state);
    return work.add(db.oauthStates.begin(state, by, now)).finish({ auth_url, state });
  },
);
