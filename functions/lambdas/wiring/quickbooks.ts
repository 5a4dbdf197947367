import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { setting } from '#functions/platform/adapters/env.ts';
import { cachedPerOrganization } from '#functions/platform/adapters/organization-sessions.ts';
import { jsonSecret } from '#functions/platform/adapters/secrets.ts';
import type { QuickBooksCompanies, QuickBooksConnector } from '#functions/quickbooks/client/adapters.ts';
import { quickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import {
  getAccessToken,
  type QuickBooksOAuth,
  quickBooksOAuth,
} from '#functions/quickbooks/client/quickbooks-oauth.ts';
import { connectedCompanies, type SealedConnections } from '#functions/quickbooks/shared/connected-companies.ts';

const Service = z.object({
  environment: z.enum(['production', 'sandbox', 'local']),
  api: z.url(),
  authorizeUrl: z.url(),
  tokenUrl: z.url(),
  revokeUrl: z.url(),
});
const App = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

/** Timeout of a call that a user waits for. */
const personMs = 10_000;
/** Timeout of a call, and the interval between starts of calls, in milliseconds. */
interface Pace {
  limitMs: number;
  apartMs: number;
}
/** QuickBooks accepts ten calls per second for a company, from two workers and one function. */
export const personsPace: Pace = { limitMs: personMs, apartMs: 500 };
/** QuickBooks accepts 500 calls per minute for a company, from two workers and one function. */
export const workersPace: Pace = { limitMs: 15_000, apartMs: 320 };

interface Parts {
  service: z.output<typeof Service>;
  app: () => Promise<z.output<typeof App> | undefined>;
  siteUrl: string;
  now: () => Date;
}

export const quickBooksParts = (now: () => Date): Parts => ({
  service: Service.parse(JSON.parse(setting('QUICKBOOKS'))),
  // The screen reports a missing app; an unavailable secret store is a failure.
  app: async () => App.safeParse(await jsonSecret(setting('QUICKBOOKS_SECRET_ID'), z.unknown())).data,
  siteUrl: setting('STAFF_SITE_URL'),
  now,
});

const oauthOf = async ({ service, app, siteUrl, now }: Parts): Promise<QuickBooksOAuth | undefined> => {
  const known = await app();
  if (!known) return undefined;
  const { authorizeUrl, tokenUrl, revokeUrl } = service;
  const redirectUri = `${siteUrl}/settings/quickbooks/callback`;
  const { client_id: clientId, client_secret: clientSecret } = known;
  return quickBooksOAuth({ clientId, clientSecret, redirectUri, authorizeUrl, tokenUrl, revokeUrl }, now);
};

/** Connects a company: the consent page, and any company with tokens that are not stored yet. */
export const quickBooksConnectorOf = (parts: Parts): QuickBooksConnector => ({
  environment: parts.service.environment,
  open: () => oauthOf(parts),
  at: (realmId, accessToken) =>
    quickBooksCompany({ api: parts.service.api, limitMs: personMs }, realmId, async () => accessToken),
});

export const quickBooksCompanies = (
  parts: Parts,
  sealed: SealedConnections,
  { limitMs, apartMs }: Pace = personsPace,
): QuickBooksCompanies => {
  const { service, now } = parts;
  return connectedCompanies(sealed, {
    // The sandbox of this machine has no limit to keep.
    apartMs: service.environment === 'local' ? 0 : apartMs,
    now,
    openApp: () => oauthOf(parts),
    companyAt: (realmId, tokens, pace) => quickBooksCompany({ api: service.api, limitMs, pace }, realmId, tokens),
    freshToken: (store, refresh, used) => getAccessToken(store, refresh, now, (ms) => pause(ms), used),
  });
};

/** The same with credentials of its organization. */
export const organizationCompanies = (
  parts: Parts,
  sealedOf: (organizationId: string) => SealedConnections,
  pace: Pace = personsPace,
): QuickBooksCompanies => {
  const companies = cachedPerOrganization((organizationId) =>
    quickBooksCompanies(parts, sealedOf(organizationId), pace),
  );
  return {
    of: (organizationId, number) => companies(organizationId).of(organizationId, number),
    all: (organizationId) => companies(organizationId).all(organizationId),
    revoke: (organizationId, further) => companies(organizationId).revoke(organizationId, further),
  };
};
