import * as z from 'zod';
import { ServiceError } from '../json-service.ts';
import { assertClient, call, type Operations, type Pool, requireBearer, text } from './pool.ts';
import { issueTokens } from './tokens.ts';

/** Refresh with rotation, revocation and sign-out everywhere. */
export function tokenOperations(pool: Pool): Operations {
  return {
    GetTokensFromRefreshToken: call(z.object({ ClientId: text, RefreshToken: text }), (input) => {
      assertClient(pool, input.ClientId);
      const { refreshToken: RefreshToken, ...signIn } = pool.signIns.rotate(input.RefreshToken);
      const user = pool.users.find(signIn.sub);
      if (!user) throw new ServiceError('NotAuthorizedException', 'Invalid Refresh Token.');
      if (!user.enabled) throw new ServiceError('NotAuthorizedException', 'User is disabled.');
      return { AuthenticationResult: { ...issueTokens(pool.tokens, user, signIn, pool.now()), RefreshToken } };
    }),
    RevokeToken: call(z.object({ ClientId: text, Token: z.string().min(1) }), ({ ClientId, Token }) => {
      assertClient(pool, ClientId);
      pool.signIns.revoke(Token);
      return {};
    }),
    GlobalSignOut: call(z.object({ AccessToken: z.string().min(1) }), ({ AccessToken }) => {
      pool.signIns.revokeAll(requireBearer(pool, AccessToken).user.sub);
      return {};
    }),
  };
}
