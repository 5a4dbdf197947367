import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '#domain/shared/contract/errors.ts';
import { type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Key, Table, Write } from '#functions/platform/store/table.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

export type Partner = 'docuseal' | 'google-calendar' | 'quickbooks';

/** Secrets are encrypted for their own purpose (functions/platform/adapters/kms.ts). */
export const connectionSchema = storedSchema({
  kind: 'partner connection',
  shape: 1,
  schema: z.object({
    organization_id: z.string(),
    partner: z.string(),
    version: z.number(),
    service: z.string(),
    account: z.string(),
    sealed: z.object({ access: z.string(), webhook: z.string().nullable() }),
    webhook_token: z.string(),
    oauth: z
      .object({
        subject: z.string(),
        access_expires_at: z.string(),
        refresh_expires_at: z.string(),
        /** Lease of the process that refreshes the tokens. */
        claimed_until: z.string().nullable(),
        ended_at: z.string().nullable(),
      })
      .optional(),
    /** A further company that serves some locations (QuickBooks). */
    is_further: z.boolean().optional(),
    connected_at: z.string(),
    connected_by_name: z.string(),
    updated_at: z.string(),
  }),
});
export type PartnerConnection = z.output<typeof connectionSchema.schema>;

/** Organization behind a webhook URL. */
export const webhookSchema = storedSchema({
  kind: 'webhook',
  shape: 1,
  schema: z.object({ organization_id: z.string(), partner: z.string() }),
});

/** Returns the webhook token of a QuickBooks company; all companies share one URL. */
export const quickBooksWebhookToken = (realm: string): string => `quickbooks.${realm}`;

const Heard = z.object({
  received_at: z.string().nullable().default(null),
  refused_at: z.string().nullable().default(null),
});

/** DocuSeal retries webhooks for two days. */
const rememberedSeconds = 4 * 24 * 3600;

const found = (table: Table, keys: Keys, partner: Partner, company?: string): Promise<PartnerConnection | undefined> =>
  connectionSchema.find(table, keys.connection(partner, company));

const keyOf = (keys: Keys, { partner, is_further, oauth }: PartnerConnection): Key =>
  keys.connection(partner, is_further ? oauth?.subject : undefined);

/** Returns the realm ids of an organization's QuickBooks companies, and the first of them. */
export const realmIdsOf = (
  companies: readonly PartnerConnection[],
): { first: string | undefined; connected: string[] } => ({
  first: companies.find(({ is_further }) => !is_further)?.oauth?.subject,
  connected: companies.flatMap(({ oauth }) => oauth?.subject ?? []),
});

export const createConnectionRepository = (table: Table, keys: Keys) => ({
  /** `company`: number of an additional company. */
  find: (partner: Partner, company?: string) => found(table, keys, partner, company),
  async all(partner: Partner): Promise<PartnerConnection[]> {
    const items = await table.query({ pk: keys.connection(partner).pk });
    return items
      .map((item) => connectionSchema.parse(item))
      .toSorted((a, b) => Number(!!a.is_further) - Number(!!b.is_further));
  },
  /** Writes `next` if the connection is unchanged; fails with `taken` if another organization has its webhook URL. */
  put(before: PartnerConnection | undefined, next: PartnerConnection, taken?: string): Write[] {
    const { organization_id, partner, webhook_token } = next;
    const version = (before?.version ?? 0) + 1;
    const address = webhookSchema.item(sharedKeys.webhook(webhook_token), { organization_id, partner });
    return [
      {
        put: connectionSchema.item(keyOf(keys, next), { ...next, version }),
        when: before ? { equals: { version: before.version } } : 'absent',
        refused: () => new WriteConflictError(),
      },
      ...(before?.webhook_token === webhook_token
        ? []
        : [{ put: address, when: 'absent' as const, refused: () => new AppError('conflict', { detail: taken }) }]),
    ];
  },
  remove: (connection: PartnerConnection): Write[] => [
    {
      delete: keyOf(keys, connection),
      when: { equals: { version: connection.version } },
      refused: () => new WriteConflictError(),
    },
    { delete: sharedKeys.webhook(connection.webhook_token) },
  ],
  async heard(partner: Partner): Promise<z.output<typeof Heard>> {
    return Heard.parse((await table.get(keys.heard(partner))) ?? {});
  },
  /** In seconds since 1970; undefined if calls are not paused. */
  async pausedUntil(partner: Partner): Promise<number | undefined> {
    const item = await table.get(keys.partnerStatus(partner));
    return item?.state === 'open' || item?.state === 'half-open' ? Number(item.probe_at) : undefined;
  },
});

export const connections = {
  grants: ['table:connections'],
  in: createConnectionRepository,
} as const satisfies Repository;

const webhookOwnersIn = (table: Table) => ({
  find: (token: string) => webhookSchema.find(table, sharedKeys.webhook(token)),
});
/** Read before the organization is known. */
export const webhookOwners = {
  grants: ['table:webhooks'],
  shared: webhookOwnersIn,
} as const satisfies SharedRepository;

const webhooksIn = (table: Table, keys: Keys) => ({
  connection: (partner: Partner) => found(table, keys, partner),
  /** Stores a webhook; throws `refused` if it already was. */
  remember: (partner: Partner, announcement: string, now: Date, refused: () => Error): Write => ({
    put: {
      ...keys.heardEvent(partner, createHash('sha256').update(announcement).digest('base64url')),
      expires_at: Math.floor(now.getTime() / 1000) + rememberedSeconds,
    },
    when: 'absent',
    refused,
  }),
  received: (partner: Partner, now: Date): Write => ({
    update: keys.heard(partner),
    set: { received_at: now.toISOString() },
  }),
  refused: (partner: Partner, now: Date): Write => ({
    update: keys.heard(partner),
    set: { refused_at: now.toISOString() },
  }),
});
export const webhooks = { grants: ['table:webhooks'], in: webhooksIn } as const satisfies Repository;

/** The session differs per browser. */
export interface SignInAt {
  partner: string;
  profileId: string;
  session: string;
}

const goodForSeconds = 600;

const attributesOf = ({ partner, profileId, session }: SignInAt) => ({ partner, profile_id: profileId, session });

const oauthStatesIn = (table: Table, keys: Keys) => ({
  begin: (state: string, by: SignInAt, now: Date): Write => ({
    put: {
      ...keys.oauthState(sha256(state)),
      ...attributesOf(by),
      begun_at: now.toISOString(),
      expires_at: Math.floor(now.getTime() / 1000) + goodForSeconds,
    },
    when: 'absent',
  }),
  /** Uses the state up. Throws `refused` if it is expired, used, or was started by another member or elsewhere. */
  async use(state: string, by: SignInAt, now: Date, refused: () => Error): Promise<Write> {
    const key = keys.oauthState(sha256(state));
    const item = await table.get(key);
    // DynamoDB deletes expired items with a delay.
    if (!item || Number(item.expires_at) <= now.getTime() / 1000) throw refused();
    return { delete: key, when: { equals: attributesOf(by) }, refused };
  },
});

export const oauthStates = { grants: ['table:oauth-states'], in: oauthStatesIn } as const satisfies Repository;
