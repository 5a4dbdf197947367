import * as z from 'zod';
import { ServiceFault } from '../json-service.ts';
import { assertClient, call, type Operations, type Pool, requireBearer, text } from './pool.ts';
import { issueTokens } from './tokens.ts';

/** Refresh with rotation, revocation and sign-out everywhere. */
export function tokenOperations(pool: Pool): Operations {
  return {
    GetTokensFromRefreshToken: call(z.object({ ClientId: text, RefreshToken: text }), (input) => {
      assertClient(pool, input.ClientId);
      return refreshTokens(pool, input.RefreshToken);
    }),
    RevokeToken: call(z.object({ ClientId: text, Token: z.string().min(1) }), ({ ClientId, Token }) => {
      assertClient(pool, ClientId);
      if (Token.split('.').length === 3) {
        throw new ServiceFault('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.');
      }
      pool.signIns.revoke(Token);
      return {};
    }),
    GlobalSignOut: call(z.object({ AccessToken: z.string().min(1) }), ({ AccessToken }) => {
      pool.signIns.revokeAll(requireBearer(pool, AccessToken).user.sub);
      return {};
    }),
  };
}

/**
 * New access, id and refresh tokens. Production refuses InitiateAuth's older refresh flows once rotation is on; here
 * they rotate as well, so that they are no way around the detection of reuse.
 */
export function refreshTokens(pool: Pool, refreshToken: string) {
  const { refreshToken: RefreshToken, ...signIn } = pool.signIns.rotate(refreshToken);
  const user = pool.users.find(signIn.sub);
  if (!user) throw new ServiceFault('NotAuthorizedException', 'Invalid Refresh Token.');
  if (!user.enabled) throw new ServiceFault('NotAuthorizedException', 'User is disabled.');
  return { AuthenticationResult: { ...issueTokens(pool.tokens, user, signIn, pool.now()), RefreshToken } };
}
