import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { setting } from '#functions/platform/adapters/env.ts';
import { cachedPerOrganization } from '#functions/platform/adapters/organization-sessions.ts';
import { jsonSecret } from '#functions/platform/adapters/secrets.ts';
import type { QuickBooksCompanies, QuickBooksConnector } from '#functions/platform/api/dependencies.ts';
import { quickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import {
  getAccessToken,
  type QuickBooksOAuth,
  quickBooksOAuth,
} from '#functions/quickbooks/client/quickbooks-oauth.ts';
import { connectedCompanies, type SealedConnections } from '#functions/quickbooks/shared/connected-companies.ts';

/** Which QuickBooks a stage uses: the setting `QUICKBOOKS`, as JSON. */
const Service = z.object({
  environment: z.enum(['production', 'sandbox', 'local']),
  api: z.url(),
  authorizeUrl: z.url(),
  tokenUrl: z.url(),
  revokeUrl: z.url(),
});
/** The app of the developer portal, which an operator puts in. */
const App = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

/** How long one call may take for somebody who waits. */
const personMs = 10_000;
/** How calls of one company are made: how long each may take, and how far apart they begin, in milliseconds. */
interface Pace {
  limitMs: number;
  apartMs: number;
}
/** Two workers and one person's function stay within the ten calls a second that QuickBooks takes of a company. */
export const personsPace: Pace = { limitMs: personMs, apartMs: 500 };
/** Two workers at once and one person's function stay within the 500 calls a minute that QuickBooks accepts for a company. */
export const workersPace: Pace = { limitMs: 15_000, apartMs: 320 };

interface Parts {
  service: z.output<typeof Service>;
  app: () => Promise<z.output<typeof App> | undefined>;
  siteUrl: string;
  now: () => Date;
}

export const quickBooksParts = (now: () => Date): Parts => ({
  service: Service.parse(JSON.parse(setting('QUICKBOOKS'))),
  // An app that was not put in is told on the screen; a secret store that is down is a failure.
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

/** For whoever connects a company: where to be asked for consent, and any company with tokens that nobody has kept yet. */
export const quickBooksConnectorOf = (parts: Parts): QuickBooksConnector => ({
  environment: parts.service.environment,
  open: () => oauthOf(parts),
  at: (realmId, accessToken) =>
    quickBooksCompany({ api: parts.service.api, limitMs: personMs }, realmId, async () => accessToken),
});

/** The companies that organizations have connected. */
export const quickBooksCompanies = (
  parts: Parts,
  sealed: SealedConnections,
  { limitMs, apartMs }: Pace = personsPace,
): QuickBooksCompanies => {
  const { service, now } = parts;
  return connectedCompanies(sealed, {
    ...{ apartMs, now },
    openApp: () => oauthOf(parts),
    companyAt: (realmId, tokens, pace) => quickBooksCompany({ api: service.api, limitMs, pace }, realmId, tokens),
    freshToken: (shelf, refresh, used) => getAccessToken(shelf, refresh, now, (ms) => pause(ms), used),
  });
};

/** The same, each asked for by the rights of its organization. */
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
