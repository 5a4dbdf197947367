import { setTimeout as pause } from 'node:timers/promises';
import type { PartnerDecryptor, PartnerEncryptor } from '#functions/platform/adapters/kms.ts';
import {
  createConnectionRepository,
  type PartnerConnection,
  realmIdsOf,
} from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { AccessTokens, QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import type { QuickBooksOAuth, QuickBooksTokens, TokenStore } from '#functions/quickbooks/client/quickbooks-oauth.ts';
import type { QuickBooksCompanies } from '../client/adapters.ts';

export const partner = 'quickbooks';

export interface SealedConnections {
  table: Table;
  decryptor: PartnerDecryptor;
  encryptor: PartnerEncryptor;
}

const openedTokens = async (
  { decryptor: opener }: SealedConnections,
  organizationId: string,
  { sealed }: PartnerConnection,
): Promise<QuickBooksTokens> =>
  JSON.parse(await opener.open({ organizationId, partner, part: 'access' }, sealed.access));

/** True if a connection still has these tokens, whatever else changed. */
const holds = async (
  sealed: SealedConnections,
  organizationId: string,
  connection: PartnerConnection,
  { refresh_token }: QuickBooksTokens,
): Promise<boolean> => (await openedTokens(sealed, organizationId, connection)).refresh_token === refresh_token;

type Change = (
  oauth: NonNullable<PartnerConnection['oauth']>,
  before: PartnerConnection,
) => Promise<Partial<PartnerConnection>>;

/** Reads a connection and changes it under the version that was read. */
const connectionReader = (table: Table, organizationId: string, further: string | undefined) => {
  const db = createConnectionRepository(table, keysOf(organizationId));
  const find = async (): Promise<PartnerConnection | undefined> => {
    const found = await db.find(partner, further);
    return found?.oauth && !found.oauth.ended_at ? found : undefined;
  };
  /** Returns false after a conflict. */
  const change = async (version: number, to: Change): Promise<boolean> => {
    const before = await find();
    if (!before?.oauth || before.version !== version) return false;
    try {
      await table.transact(db.put(before, { ...before, ...(await to(before.oauth, before)) }));
      return true;
    } catch (error) {
      if (error instanceof WriteConflictError) return false;
      throw error;
    }
  };
  return { find, change };
};

/** Stores the tokens of one connection in the table, shared by all processes. */
export const tokenStore = (
  sealed: SealedConnections,
  organizationId: string,
  further: string | undefined,
  now: () => Date,
): TokenStore => {
  const { find, change } = connectionReader(sealed.table, organizationId, further);
  return {
    async read() {
      const found = await find();
      return found && { tokens: await openedTokens(sealed, organizationId, found), version: found.version };
    },
    async claim(version, seconds) {
      const at = now().getTime();
      if (Date.parse((await find())?.oauth?.claimed_until ?? '') > at) return undefined;
      const claimed_until = new Date(at + seconds * 1000).toISOString();
      const claimed = await change(version, async (oauth) => ({ oauth: { ...oauth, claimed_until } }));
      return claimed ? version + 1 : undefined;
    },
    async keep(_claimed, tokens, instead) {
      const storedConnection = await find();
      if (!storedConnection || !(await holds(sealed, organizationId, storedConnection, instead))) return;
      const { access_expires_at, refresh_expires_at } = tokens;
      const access = await sealed.encryptor.seal({ organizationId, partner, part: 'access' }, JSON.stringify(tokens));
      const wasStored = await change(storedConnection.version, async (oauth, before) => ({
        sealed: { ...before.sealed, access },
        oauth: { ...oauth, access_expires_at, refresh_expires_at, claimed_until: null },
        updated_at: now().toISOString(),
      }));
      if (!wasStored) throw new WriteConflictError();
    },
    async release(version) {
      await change(version, async (oauth) => ({ oauth: { ...oauth, claimed_until: null } }));
    },
    async ended(version) {
      const ended_at = now().toISOString();
      await change(version, async (oauth) => ({ oauth: { ...oauth, claimed_until: null, ended_at } }));
    },
  };
};

interface Asking {
  /** Undefined if the installation has no QuickBooks app. */
  openApp: () => Promise<QuickBooksOAuth | undefined>;
  companyAt: (realmId: string, tokens: AccessTokens, pace: () => Promise<void>) => QuickBooksCompany;
  freshToken: (
    store: TokenStore,
    refresh: (refreshToken: string) => Promise<QuickBooksTokens>,
    used?: string,
  ) => Promise<string>;
  /** Milliseconds between calls to one company. */
  apartMs: number;
  now: () => Date;
}

/** Spaces the calls of this process to each company. */
const callsApart = (apartMs: number) => {
  const earliest = new Map<string, number>();
  return async (realm: string): Promise<void> => {
    const now = Date.now();
    const start = Math.max(now, earliest.get(realm) ?? 0);
    earliest.set(realm, start + apartMs);
    if (start > now) await pause(start - now);
  };
};

/** Returns the companies of organizations; one process refreshes a token for all. */
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
      const store = tokenStore(sealed, organizationId, further, now);
      const { subject } = connection.oauth;
      const tokens: AccessTokens = (used) => freshToken(store, refresh, used);
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
