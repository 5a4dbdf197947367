import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { sharedKeys, storedSchema } from '#functions/platform/store/organization-registry.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import type { Key, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** Partners whose accounts organizations connect. */
export type Partner = 'docuseal' | 'google-calendar' | 'quickbooks';

/**
 * How an organization is connected to a partner, the same record for each of them: what the partner is asked with and what
 * proves its webhooks rest sealed for their part alone (functions/platform/adapters/partner-cipher.ts).
 */
export const connectionSchema = storedSchema({
  kind: 'partner connection',
  shape: 1,
  schema: z.object({
    organization_id: z.string(),
    partner: z.string(),
    version: z.number(),
    /** Which of the partner's services. */
    service: z.string(),
    /** Whose account it is, in words of the partner. */
    account: z.string(),
    sealed: z.object({ access: z.string(), webhook: z.string().nullable() }),
    /** The part of the webhooks' address that nobody guesses. */
    webhook_token: z.string(),
    /** Where the partner gave tokens (OAuth): for whom, and until when they hold. */
    oauth: z
      .object({
        /** The company, by the partner's own id. */
        subject: z.string(),
        access_expires_at: z.string(),
        refresh_expires_at: z.string(),
        /** Until when somebody is at refreshing them. */
        claimed_until: z.string().nullable(),
        /** When the partner ended the connection by itself. */
        ended_at: z.string().nullable(),
      })
      .optional(),
    /** Whether it was connected beside the organization's first, for some of its homes (QuickBooks). */
    is_further: z.boolean().optional(),
    connected_at: z.string(),
    connected_by_name: z.string(),
    updated_at: z.string(),
  }),
});
export type PartnerConnection = z.output<typeof connectionSchema.schema>;

/** Whose webhooks come to an address. */
export const webhookSchema = storedSchema({
  kind: 'webhook',
  shape: 1,
  schema: z.object({ organization_id: z.string(), partner: z.string() }),
});

/** The webhook token of a company of QuickBooks: its organization is found by it, as all companies share one address. */
export const quickBooksWebhookToken = (realm: string): string => `quickbooks.${realm}`;

/** What webhooks have brought last. */
const Heard = z.object({
  received_at: z.string().nullable().default(null),
  refused_at: z.string().nullable().default(null),
});

/** So long an announcement is recognized when it comes again: DocuSeal repeats one for two days. */
const rememberedSeconds = 4 * 24 * 3600;

const found = async (
  table: Table,
  keys: Keys,
  partner: Partner,
  company?: string,
): Promise<PartnerConnection | undefined> => {
  const item = await table.get(keys.connection(partner, company));
  return item && connectionSchema.parse(item);
};

const keyOf = (keys: Keys, { partner, is_further, oauth }: PartnerConnection): Key =>
  keys.connection(partner, is_further ? oauth?.subject : undefined);

/** The realm ids of an organization's companies in QuickBooks, and which of them is its first one. */
export const realmIdsOf = (
  companies: readonly PartnerConnection[],
): { first: string | undefined; connected: string[] } => ({
  first: companies.find(({ is_further }) => !is_further)?.oauth?.subject,
  connected: companies.flatMap(({ oauth }) => oauth?.subject ?? []),
});

export const createConnectionRepository = (table: Table, keys: Keys) => ({
  /** The organization's connection; with a `company`, the further one of this number. */
  find: (partner: Partner, company?: string) => found(table, keys, partner, company),
  /** All of them: the first one, where there is one, before the further ones. */
  async all(partner: Partner): Promise<PartnerConnection[]> {
    const items = await table.query({ pk: keys.connection(partner).pk });
    return items
      .map((item) => connectionSchema.parse(item))
      .toSorted((a, b) => Number(!!a.is_further) - Number(!!b.is_further));
  },
  /**
   * Writes `next` if nobody changed what was read, with the address of its webhooks; `taken` is said where another
   * organization has that address.
   */
  put(before: PartnerConnection | undefined, next: PartnerConnection, taken?: string): Write[] {
    const { organization_id, partner, webhook_token } = next;
    const version = (before?.version ?? 0) + 1;
    const address = webhookSchema.item(sharedKeys.webhook(webhook_token), { organization_id, partner });
    return [
      {
        put: connectionSchema.item(keyOf(keys, next), { ...next, version }),
        when: before ? { equals: { version: before.version } } : 'absent',
        refused: () => new WriteConflict(),
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
      refused: () => new WriteConflict(),
    },
    { delete: sharedKeys.webhook(connection.webhook_token) },
  ],
  async heard(partner: Partner): Promise<z.output<typeof Heard>> {
    return Heard.parse((await table.get(keys.heard(partner))) ?? {});
  },
  /** Until when the partner is not asked, in seconds since 1970; undefined when it is. */
  async pausedUntil(partner: Partner): Promise<number | undefined> {
    const item = await table.get(keys.partnerStatus(partner));
    return item?.state === 'open' || item?.state === 'half-open' ? Number(item.probe_at) : undefined;
  },
});

/** Connections to partners, for whoever sets them up and looks after them. */
export const connections = {
  grants: ['table:connections'],
  in: createConnectionRepository,
} as const satisfies Repository;

const webhookOwnersIn = (table: Table) => ({
  /** Whose webhooks come to this address; undefined for an address that nobody was given. */
  async find(token: string) {
    const item = await table.get(sharedKeys.webhook(token));
    return item && webhookSchema.parse(item);
  },
});
/** Read before an organization is known. */
export const webhookOwners = {
  grants: ['table:webhooks'],
  shared: webhookOwnersIn,
} as const satisfies SharedRepository;

const webhooksIn = (table: Table, keys: Keys) => ({
  connection: (partner: Partner) => found(table, keys, partner),
  /** Once for one announcement; `refused` is thrown when it has come before. */
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
/** What webhooks prove themselves with, and what they brought. */
export const webhooks = { grants: ['table:webhooks'], in: webhooksIn } as const satisfies Repository;
