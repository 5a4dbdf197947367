import { beforeEach, describe, expect, it } from 'vitest';
import {
  createConnectionRepository,
  type PartnerConnection,
} from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { QuickBooksTokens } from '#functions/quickbooks/client/quickbooks-oauth.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { partner, tokenStore } from './connected-companies.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const tokensNamed = (name: string): QuickBooksTokens => ({
  ...{ access_token: `access-${name}`, refresh_token: `refresh-${name}` },
  access_expires_at: new Date(start + 3_600_000).toISOString(),
  refresh_expires_at: new Date(start + 8_640_000_000).toISOString(),
});
const cipher = {
  encryptor: { seal: async (_: object, secret: string) => `sealed ${secret}` },
  decryptor: { open: async (_: object, sealed: string) => sealed.replace(/^sealed /, '') },
};

const harness = await openHarness();

describe('tokenStore', () => {
  let organizationId: string;
  let clock: number;
  let organizations = 0;
  beforeEach(async () => {
    clock = start;
    organizationId = (await harness.addTenant(`shelf-${++organizations}`)).id;
    const { access_expires_at, refresh_expires_at, ...first } = tokensNamed('first');
    const at = new Date(start).toISOString();
    const connection: PartnerConnection = {
      ...{ organization_id: organizationId, partner, version: 1, service: 'local', account: 'Books' },
      sealed: {
        access: `sealed ${JSON.stringify({ ...first, access_expires_at, refresh_expires_at })}`,
        webhook: null,
      },
      webhook_token: `quickbooks.shelf-${organizations}`,
      oauth: {
        ...{ subject: `shelf-${organizations}`, access_expires_at, refresh_expires_at },
        ...{ claimed_until: null, ended_at: null },
      },
      ...{ connected_at: at, connected_by_name: 'Test', updated_at: at },
    };
    await harness.table.transact(
      createConnectionRepository(harness.table, keysOf(organizationId)).put(undefined, connection),
    );
  });

  const store = () => tokenStore({ table: harness.table, ...cipher }, organizationId, undefined, () => new Date(clock));

  it('lets one of many concurrent callers claim, and only that one store tokens', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => store().claim(1, 20)));
    expect(claims.filter((claim) => claim !== undefined)).toEqual([2]);
    await store().keep(2, tokensNamed('next'), tokensNamed('first'));
    expect(await store().read()).toEqual({ tokens: tokensNamed('next'), version: 3 });
    const kept = await createConnectionRepository(harness.table, keysOf(organizationId)).find(partner);
    expect(kept?.sealed.access).toMatch(/^sealed /);
    expect(await store().claim(3, 20)).toBe(4);
  });

  it('stores tokens after other changes of the connection, but not over new tokens', async () => {
    expect(await store().claim(1, 20)).toBe(2);
    await store().release(2);
    await store().keep(2, tokensNamed('next'), tokensNamed('first'));
    expect(await store().read()).toEqual({ tokens: tokensNamed('next'), version: 4 });
    await store().keep(2, tokensNamed('late'), tokensNamed('first'));
    expect(await store().read()).toEqual({ tokens: tokensNamed('next'), version: 4 });
  });

  it('retries tokens after a conflict and does not lose them', async () => {
    const { table } = harness;
    const moving = new Proxy(table, {
      get: (of, name) =>
        name === 'transact' ? () => Promise.reject(new WriteConflictError()) : Reflect.get(of, name).bind?.(of),
    });
    const other = tokenStore({ table: moving, ...cipher }, organizationId, undefined, () => new Date(clock));
    await expect(other.keep(1, tokensNamed('next'), tokensNamed('first'))).rejects.toBeInstanceOf(WriteConflictError);
  });

  it('can be claimed again after a release or an expired claim', async () => {
    expect(await store().claim(1, 20)).toBe(2);
    expect(await store().claim(2, 20)).toBeUndefined();
    await store().release(2);
    expect(await store().claim(3, 20)).toBe(4);
    clock += 21_000;
    expect(await store().claim(4, 20)).toBe(5);
  });

  it('cannot be claimed once the connection has ended', async () => {
    await store().ended(1);
    expect([await store().read(), await store().claim(2, 20)]).toEqual([undefined, undefined]);
  });
});
