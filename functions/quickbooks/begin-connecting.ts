import { randomBytes } from 'node:crypto';
import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { accountingMessages } from '#domain/quickbooks/accounting-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { quickBooksDoor } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { oauthStates } from '#functions/platform/partners/oauth-states.ts';
import { additionalCompanySuffix } from './shared/company-from-request.ts';

/** Begins to connect: a state of 32 random bytes, for the person and the sign-in that asked alone. */
export const startConnection = handler(
  accountingEndpoints.authUrl,
  { oauthStates, quickBooksDoor },
  async ({ query: { further } }, { db, work, actor, now, quickBooksDoor: door }) => {
    const oauth = await door.open();
    if (!oauth) throw new AppError('conflict', { detail: accountingMessages.notSetUp });
    // What is to be connected comes back with the state, which is known by its digest and cannot be another one.
    const state = `${randomBytes(32).toString('base64url')}${further === 'true' ? additionalCompanySuffix : ''}`;
    const by = { partner: 'quickbooks', profileId: actor.id, session: actor.session };
    const auth_url = oauth.authorizeUrl(state);
    return work.add(db.oauthStates.begin(state, by, now)).finish({ auth_url, state });
  },
);
