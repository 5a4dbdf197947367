import { setTimeout as pause } from 'node:timers/promises';
import type { QuickBooksCompanies } from '#functions/platform/api/dependencies.ts';
import { createConnectionRepository, realmIdsOf } from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { TokenStore } from '#functions/quickbooks/client/oauth-token-store.ts';
import type { AccessTokens, QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import type { QuickBooksOAuth, QuickBooksTokens } from '#functions/quickbooks/client/quickbooks-oauth.ts';
import { openedTokens, partner, type SealedConnections, tokenStore } from './token-store.ts';

/** How QuickBooks is asked; whoever wires it gives the adapters. */
interface Asking {
  /** The app that companies are connected with; undefined where the installation has none. */
  openApp: () => Promise<QuickBooksOAuth | undefined>;
  companyAt: (realmId: string, tokens: AccessTokens, pace: () => Promise<void>) => QuickBooksCompany;
  freshToken: (
    shelf: TokenStore,
    refresh: (refreshToken: string) => Promise<QuickBooksTokens>,
    used?: string,
  ) => Promise<string>;
  /** How far apart calls of one company begin, in milliseconds. */
  apartMs: number;
  now: () => Date;
}

/** Waits until this process may ask a company once more. */
const callsApart = (apartMs: number) => {
  const earliest = new Map<string, number>();
  return async (realm: string): Promise<void> => {
    const now = Date.now();
    const start = Math.max(now, earliest.get(realm) ?? 0);
    earliest.set(realm, start + apartMs);
    if (start > now) await pause(start - now);
  };
};

/** The companies that organizations have connected, with tokens that are refreshed by one for all. */
export const connectedCompanies = (
  sealed: SealedConnections,
  { openApp, companyAt, freshToken, apartMs, now }: Asking,
): QuickBooksCompanies => {
  const waitForPace = callsApart(apartMs);
  const refresh = async (refreshToken: string): Promise<QuickBooksTokens> => {
    const app = await openApp();
    if (!app) throw new Error('a company is connected, and the app that it was connected with is gone');
    return app.refresh(refreshToken);
  };
  const connectionsOf = (organizationId: string) => createConnectionRepository(sealed.table, keysOf(organizationId));
  return {
    async of(organizationId, number) {
      const db = connectionsOf(organizationId);
      const first = await db.find(partner);
      const isFirst = number === undefined || first?.oauth?.subject === number;
      const connection = isFirst ? first : await db.find(partner, number);
      if (!connection?.oauth) return undefined;
      const further = isFirst ? undefined : number;
      const shelf = tokenStore(sealed, organizationId, further, now);
      const { subject } = connection.oauth;
      const tokens: AccessTokens = (used) => freshToken(shelf, refresh, used);
      return { ...companyAt(subject, tokens, () => waitForPace(subject)), further };
    },
    async all(organizationId) {
      return realmIdsOf(await connectionsOf(organizationId).all(partner));
    },
    async revoke(organizationId, further) {
      const connection = await connectionsOf(organizationId).find(partner, further);
      const app = connection && (await openApp());
      if (connection && app) await app.revoke((await openedTokens(sealed, organizationId, connection)).refresh_token);
    },
  };
};
