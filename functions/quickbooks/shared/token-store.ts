import type { PartnerDecryptor, PartnerEncryptor } from '#functions/platform/adapters/partner-cipher.ts';
import {
  createConnectionRepository,
  type PartnerConnection,
} from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { TokenStore } from '#functions/quickbooks/client/oauth-token-store.ts';
import type { QuickBooksTokens } from '#functions/quickbooks/client/quickbooks-oauth.ts';

export const partner = 'quickbooks';

/** Where connections lie, and what opens and seals their tokens. */
export interface SealedConnections {
  table: Table;
  opener: PartnerDecryptor;
  sealer: PartnerEncryptor;
}

/** The tokens that a connection holds. */
export const openedTokens = async (
  { opener }: SealedConnections,
  organizationId: string,
  { sealed }: PartnerConnection,
): Promise<QuickBooksTokens> =>
  JSON.parse(await opener.open({ organizationId, partner, part: 'access' }, sealed.access));

/** Whether a connection still holds these tokens, whatever else of it has changed. */
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

/** A connection as it stands until it is over, and each change of it under the version that was read. */
const standingConnection = (table: Table, organizationId: string, further: string | undefined) => {
  const db = createConnectionRepository(table, keysOf(organizationId));
  const find = async (): Promise<PartnerConnection | undefined> => {
    const found = await db.find(partner, further);
    return found?.oauth && !found.oauth.ended_at ? found : undefined;
  };
  /** False where somebody else has changed it first. */
  const change = async (version: number, to: Change): Promise<boolean> => {
    const before = await find();
    if (!before?.oauth || before.version !== version) return false;
    try {
      await table.transact(db.put(before, { ...before, ...(await to(before.oauth, before)) }));
      return true;
    } catch (error) {
      if (error instanceof WriteConflict) return false;
      throw error;
    }
  };
  return { find, change };
};

/** The tokens of one of an organization's connections, in the table for all processes that use them. */
export const tokenStore = (
  sealed: SealedConnections,
  organizationId: string,
  further: string | undefined,
  now: () => Date,
): TokenStore => {
  const { find, change } = standingConnection(sealed.table, organizationId, further);
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
      const standing = await find();
      if (!standing || !(await holds(sealed, organizationId, standing, instead))) return;
      const { access_expires_at, refresh_expires_at } = tokens;
      const access = await sealed.sealer.seal({ organizationId, partner, part: 'access' }, JSON.stringify(tokens));
      const isKept = await change(standing.version, async (oauth, before) => ({
        sealed: { ...before.sealed, access },
        oauth: { ...oauth, access_expires_at, refresh_expires_at, claimed_until: null },
        updated_at: now().toISOString(),
      }));
      if (!isKept) throw new WriteConflict();
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
