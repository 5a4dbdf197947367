import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { setting } from '#functions/adapters/environment.ts';
import { freshToken, type TokenShelf } from '#functions/adapters/fresh-token.ts';
import { perOrganization } from '#functions/adapters/organization-sessions.ts';
import type { PartnerOpener, PartnerSealer } from '#functions/adapters/partner-cipher.ts';
import { quickBooksCompany } from '#functions/adapters/quickbooks.ts';
import { type QuickBooksOAuth, type QuickBooksTokens, quickBooksOAuth } from '#functions/adapters/quickbooks-oauth.ts';
import { jsonSecret } from '#functions/adapters/secrets.ts';
import type { ConnectedCompany, QuickBooksCompanies, QuickBooksDoor } from '#functions/kernel/provisions.ts';
import { companyNumbers, connectionsIn, type PartnerConnection } from '#functions/records/partner-connections.ts';
import { keysOf } from '#functions/store/keys.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import type { Table } from '#functions/store/table.ts';

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

const partner = 'quickbooks';
/** How long one call may take for somebody who waits. */
const personMs = 10_000;
/** How calls of one company are made: how long each may take, and how far apart they begin, in milliseconds. */
interface Pace {
  limitMs: number;
  apartMs: number;
}
const persons: Pace = { limitMs: personMs, apartMs: 0 };
/** Two workers at once stay below the ten calls a second and the 500 a minute that QuickBooks takes of a company. */
export const workersPace: Pace = { limitMs: 15_000, apartMs: 250 };

interface Parts {
  service: z.output<typeof Service>;
  app: () => Promise<z.output<typeof App> | undefined>;
  siteUrl: string;
  now: () => Date;
}

export const quickBooksParts = (now: () => Date): Parts => ({
  service: Service.parse(JSON.parse(setting('QUICKBOOKS'))),
  // Nobody has put the app in: that is no failure, and the screen says so.
  app: () => jsonSecret(setting('QUICKBOOKS_SECRET_ID'), App).catch(() => undefined),
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
export const quickBooksDoorOf = (parts: Parts): QuickBooksDoor => ({
  environment: parts.service.environment,
  open: () => oauthOf(parts),
  at: (realmId, accessToken) =>
    quickBooksCompany({ api: parts.service.api, limitMs: personMs }, realmId, async () => accessToken),
});

interface Sealed {
  table: Table;
  opener: PartnerOpener;
  sealer: PartnerSealer;
}

const opened = async (
  { opener }: Sealed,
  organizationId: string,
  { sealed }: PartnerConnection,
): Promise<QuickBooksTokens> =>
  JSON.parse(await opener.open({ organizationId, partner, part: 'access' }, sealed.access));

/** The tokens of one of an organization's connections, each change under the version that was read. */
const shelfOf = (parts: Parts, sealed: Sealed, organizationId: string, further: string | undefined): TokenShelf => {
  const db = connectionsIn(sealed.table, keysOf(organizationId));
  const standing = async (): Promise<PartnerConnection | undefined> => {
    const found = await db.find(partner, further);
    return found?.oauth && !found.oauth.ended_at ? found : undefined;
  };
  const change = async (
    version: number,
    to: (
      oauth: NonNullable<PartnerConnection['oauth']>,
      before: PartnerConnection,
    ) => Promise<Partial<PartnerConnection>>,
  ): Promise<boolean> => {
    const before = await standing();
    if (!before?.oauth || before.version !== version) return false;
    try {
      await sealed.table.transact(db.put(before, { ...before, ...(await to(before.oauth, before)) }));
      return true;
    } catch (error) {
      if (error instanceof WriteConflict) return false;
      throw error;
    }
  };
  return {
    async read() {
      const found = await standing();
      return found && { tokens: await opened(sealed, organizationId, found), version: found.version };
    },
    async claim(version, seconds) {
      const now = parts.now().getTime();
      const before = await standing();
      if (Date.parse(before?.oauth?.claimed_until ?? '') > now) return undefined;
      const claimed_until = new Date(now + seconds * 1000).toISOString();
      const claimed = await change(version, async (oauth) => ({ oauth: { ...oauth, claimed_until } }));
      return claimed ? version + 1 : undefined;
    },
    async keep(version, tokens) {
      const { access_expires_at, refresh_expires_at } = tokens;
      const access = await sealed.sealer.seal({ organizationId, partner, part: 'access' }, JSON.stringify(tokens));
      await change(version, async (oauth, before) => ({
        sealed: { ...before.sealed, access },
        oauth: { ...oauth, access_expires_at, refresh_expires_at, claimed_until: null },
        updated_at: parts.now().toISOString(),
      }));
    },
    async release(version) {
      await change(version, async (oauth) => ({ oauth: { ...oauth, claimed_until: null } }));
    },
    async ended(version) {
      const ended_at = parts.now().toISOString();
      await change(version, async (oauth) => ({ oauth: { ...oauth, claimed_until: null, ended_at } }));
    },
  };
};

/** The companies that organizations have connected, with tokens that are refreshed by one for all. */
export const quickBooksCompanies = (parts: Parts, sealed: Sealed, pace: Pace = persons): QuickBooksCompanies => {
  const turns = new Map<string, number>();
  /** Waits for the company's next turn in this process. */
  const turnOf = async (realm: string): Promise<void> => {
    const now = Date.now();
    const turn = Math.max(now, turns.get(realm) ?? 0);
    turns.set(realm, turn + pace.apartMs);
    if (turn > now) await pause(turn - now);
  };
  const refresh = async (refreshToken: string): Promise<QuickBooksTokens> => {
    const oauth = await oauthOf(parts);
    if (!oauth) throw new Error('a company is connected, and the app that it was connected with is gone');
    return oauth.refresh(refreshToken);
  };
  const connectionsOf = (organizationId: string) => connectionsIn(sealed.table, keysOf(organizationId));
  return {
    async of(organizationId, number): Promise<ConnectedCompany | undefined> {
      const db = connectionsOf(organizationId);
      const first = await db.find(partner);
      const isFirst = number === undefined || first?.oauth?.subject === number;
      const connection = isFirst ? first : await db.find(partner, number);
      if (!connection?.oauth) return undefined;
      const further = isFirst ? undefined : number;
      const shelf = shelfOf(parts, sealed, organizationId, further);
      const tokens = (used?: string) => freshToken(shelf, refresh, parts.now, (ms) => pause(ms), used);
      const { subject } = connection.oauth;
      const settings = { api: parts.service.api, limitMs: pace.limitMs, pace: () => turnOf(subject) };
      return { ...quickBooksCompany(settings, subject, tokens), further };
    },
    async all(organizationId) {
      return companyNumbers(await connectionsOf(organizationId).all(partner));
    },
    async revoke(organizationId, further) {
      const connection = await connectionsOf(organizationId).find(partner, further);
      const oauth = connection && (await oauthOf(parts));
      if (connection && oauth) await oauth.revoke((await opened(sealed, organizationId, connection)).refresh_token);
    },
  };
};

/** The same, each asked for by the rights of its organization. */
export const organizationCompanies = (
  parts: Parts,
  sealedOf: (organizationId: string) => Sealed,
  pace: Pace = persons,
): QuickBooksCompanies => {
  const companies = perOrganization((organizationId) => quickBooksCompanies(parts, sealedOf(organizationId), pace));
  return {
    of: (organizationId, number) => companies(organizationId).of(organizationId, number),
    all: (organizationId) => companies(organizationId).all(organizationId),
    revoke: (organizationId, further) => companies(organizationId).revoke(organizationId, further),
  };
};
