import * as z from 'zod';
import {
  type PostingKind,
  type PostingState,
  postingKinds,
  postingStates,
  quickBooksTypes,
} from '#domain/quickbooks/postings.ts';
import { QuickBooksSettings } from '#domain/quickbooks/quickbooks.schema.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Key, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

const quickBooksSettingsSchema = storedSchema({
  kind: 'accounting settings',
  shape: 2,
  schema: QuickBooksSettings.extend({
    organization_id: z.string(),
    version: z.number(),
    updated_at: z.string(),
    /** The company of the accounts; older records mean the connected one. */
    realm: z.string().optional(),
  }),
  upcasters: {
    // Packages shared the account of discounts: books change only when another account is chosen.
    1: ({ parts, ...others }) => {
      const chosen = parts as { adjustments?: string | null };
      return { ...others, parts: { packages: chosen.adjustments ?? null, ...chosen } };
    },
  },
});
export type QuickBooksSettingsRecord = z.output<typeof quickBooksSettingsSchema.schema>;

/** Homes with a company of their own; all others use the organization's first one. */
const quickBooksHomesSchema = storedSchema({
  kind: 'accounting homes',
  shape: 1,
  schema: z.object({
    organization_id: z.string(),
    version: z.number(),
    homes: z.record(z.string(), z.string()),
    /** All companies ever chosen, so that the owner of an existing record is known. */
    apart: z.array(z.string()).default([]),
    updated_at: z.string(),
  }),
});
type QuickBooksHomes = z.output<typeof quickBooksHomesSchema.schema>;

/** True if the accounts are this company's: an id is another account in another company. */
export const isForRealm = ({ realm }: QuickBooksSettingsRecord, realmId: string): boolean =>
  (realm ?? realmId) === realmId;

/** QuickBooks' responses are cached this long; older figures are shown while it does not respond. */
const freshMs = 10 * 60_000;
const retentionSeconds = 24 * 3600;

const settingsKey = (keys: Keys, further: string | undefined): Key =>
  keys.accounting(further === undefined ? 'SETTINGS' : `SETTINGS#${further}`);

const changedMeanwhile = () => new AppError('conflict', { detail: 'Someone else changed this in the meantime.' });

export const createQuickBooksSettingsRepository = (table: Table, keys: Keys) => ({
  /** Settings of the first company, or of the realm id `further`. */
  settings: (further?: string) => quickBooksSettingsSchema.find(table, settingsKey(keys, further)),
  putSettings: (
    before: QuickBooksSettingsRecord | undefined,
    next: QuickBooksSettingsRecord,
    further?: string,
  ): Write => ({
    put: quickBooksSettingsSchema.item(settingsKey(keys, further), next),
    when: before ? { equals: { version: before.version } } : 'absent',
    refused: changedMeanwhile,
  }),
  homes: () => quickBooksHomesSchema.find(table, keys.accounting('HOMES')),
  /** Throws {@link WriteConflictError} if `before` has changed. */
  putHomes: (before: QuickBooksHomes | undefined, next: QuickBooksHomes): Write => ({
    put: quickBooksHomesSchema.item(keys.accounting('HOMES'), next),
    when: before ? { equals: { version: before.version } } : 'absent',
    refused: () => new WriteConflictError(),
  }),
  async cachedAnswer<T>(
    name: string,
    schema: z.ZodType<T>,
    now: Date,
  ): Promise<{ value: T; at: string; fresh: boolean } | undefined> {
    const item = await table.get(keys.accounting(`SEEN#${name}`));
    const parsed = item && schema.safeParse(item.value);
    if (!item || !parsed?.success) return undefined;
    const at = String(item.at);
    return { value: parsed.data, at, fresh: now.getTime() - Date.parse(at) < freshMs };
  },
  /** An optimization: a failed write is ignored. */
  async cacheAnswer(name: string, value: unknown, now: Date): Promise<void> {
    const expires_at = Math.floor(now.getTime() / 1000) + retentionSeconds;
    const put = { ...keys.accounting(`SEEN#${name}`), value, at: now.toISOString(), expires_at };
    await table.transact([{ put }]).catch(() => undefined);
  },
  forgetAnswers: (names: readonly string[]): Write[] =>
    names.map((name) => ({ delete: keys.accounting(`SEEN#${name}`) })),
});
export type QuickBooksSettingsRepository = ReturnType<typeof createQuickBooksSettingsRepository>;
export const quickBooksSettings = {
  grants: ['table:accounting'],
  in: createQuickBooksSettingsRepository,
} as const satisfies Repository;
export const quickBooksSettingsReadOnly = {
  grants: ['table:accounting-read'],
  in: (table: Table, keys: Keys): Pick<QuickBooksSettingsRepository, 'settings' | 'homes'> =>
    createQuickBooksSettingsRepository(table, keys),
} as const satisfies Repository;

/** A posting in one company, for as long as that company is connected. */
export const postingSchema = storedSchema({
  kind: 'accounting entry',
  shape: 1,
  schema: z.object({
    organization_id: z.string(),
    version: z.number(),
    kind: z.enum(postingKinds),
    /** The id of the payment, or of the case for its customer and invoice. */
    id: z.string(),
    case_id: z.string(),
    case_number: z.string(),
    number: z.string(),
    date: z.string(),
    amount_cents: z.number().int(),
    state: z.enum(postingStates),
    /** The reason it waits or failed: a code with QuickBooks' text. */
    problem: z.object({ code: z.string(), detail: z.string() }).nullable(),
    realm: z.string(),
    /** Null until it is known to exist there. */
    quickbooks_id: z.string().nullable(),
    sync_token: z.string(),
    /** The digest of the last accepted request, and of the last one rejected for good. */
    digest: z.string().nullable(),
    refused: z.string().nullable(),
    /** The record after the last write, to detect changes; null if Stillwater may overwrite it. */
    seen: z.string().nullable(),
    /** Cents of a payment that pay the invoice. */
    applied_cents: z.number().int(),
    /** The number of rejections, part of the next request id. */
    refusals: z.number().int(),
    /** True if its creation was requested and no response came. */
    is_asked: z.boolean(),
    claimed_until: z.string().nullable(),
    updated_at: z.string(),
  }),
});
export type PostingRecord = z.output<typeof postingSchema.schema>;
type EntryId = Pick<PostingRecord, 'kind' | 'id'>;

/** The name in requests: `payment:<id>`. */
export const entryName = ({ kind, id }: EntryId): string => `${kind}:${id}`;

/** True if the record exists, or was requested with an unknown outcome. */
export const mayBeInQuickBooks = ({ quickbooks_id, is_asked }: PostingRecord): boolean =>
  quickbooks_id !== null || is_asked;

const maxRead = 500;

export const createPostingRepository = (table: Table, keys: Keys) => {
  const keyOf = ({ kind, id }: EntryId) => keys.accounting(`ENTRY#${kind}#${id}`);
  const rowOf = ({ kind, id, state, updated_at }: PostingRecord) =>
    keys.accounting(`ROW#${state}#${updated_at}#${kind}#${id}`);
  /** Webhook notifications name only QuickBooks' id. */
  const quickBooksIdRow = ({ kind, id, realm, quickbooks_id }: PostingRecord): Write => ({
    put: { ...keys.accounting(`THERE#${realm}#${quickBooksTypes[kind]}#${quickbooks_id}`), kind, id },
  });
  return {
    find: (of: EntryId) => postingSchema.find(table, keyOf(of)),
    async findAll(all: readonly EntryId[]): Promise<PostingRecord[]> {
      const items = await table.getAll(all.map(keyOf));
      return items.map((item) => postingSchema.parse(item));
    },
    /** Companies that have, or may have, records of cases, by case id. */
    async realmsOfCases(caseIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const customers = await this.findAll(caseIds.map((id) => ({ kind: 'customer', id })));
      return new Map(customers.filter(mayBeInQuickBooks).map(({ id, realm }) => [id, realm]));
    },
    /** At most `limit` entries of a state, the latest changes first, and whether there are more. */
    async ofState(state: PostingState, limit: number): Promise<{ entries: PostingRecord[]; more: boolean }> {
      const { pk, sk } = keys.accounting(`ROW#${state}#`);
      const rows = await table.query({ pk, between: [sk, prefixEnd(sk)], limit: limit + 1, newestFirst: true });
      const named = rows.slice(0, limit).map((row) => ({ kind: row.kind as PostingKind, id: String(row.id) }));
      const found = new Map((await this.findAll(named)).map((entry) => [entryName(entry), entry]));
      return { entries: named.flatMap((request) => found.get(entryName(request)) ?? []), more: rows.length > limit };
    },
    /** Undefined for records that Stillwater did not create. */
    async findByQuickBooksId(realm: string, type: string, quickBooksId: string): Promise<PostingRecord | undefined> {
      const item = await table.get(keys.accounting(`THERE#${realm}#${type}#${quickBooksId}`));
      return item && this.find({ kind: item.kind as PostingKind, id: String(item.id) });
    },
    async count(state: PostingState): Promise<number> {
      const { pk, sk } = keys.accounting(`ROW#${state}#`);
      return (await table.query({ pk, between: [sk, prefixEnd(sk)], limit: maxRead })).length;
    },
    /** Throws {@link WriteConflictError} if `before` has changed. */
    put(before: PostingRecord | undefined, next: PostingRecord, now: Date): Write[] {
      const entry = { ...next, version: (before?.version ?? 0) + 1, updated_at: now.toISOString() };
      const { kind, id } = entry;
      const row = { put: { ...rowOf(entry), kind, id } };
      const moved = before && rowOf(before).sk !== rowOf(entry).sk ? [{ delete: rowOf(before) }] : [];
      return [
        {
          put: postingSchema.item(keyOf(entry), entry),
          when: before ? { equals: { version: before.version } } : 'absent',
          refused: () => new WriteConflictError(),
        },
        ...moved,
        row,
        ...(entry.quickbooks_id && entry.quickbooks_id !== before?.quickbooks_id ? [quickBooksIdRow(entry)] : []),
      ];
    },
    remove: (entry: PostingRecord): Write[] => [
      { delete: keyOf(entry), when: { equals: { version: entry.version } }, refused: () => new WriteConflictError() },
      { delete: rowOf(entry) },
    ],
    async references(realm: string): Promise<Record<string, string>> {
      const item = await table.get(keys.accounting(`REFS#${realm}`));
      return z.record(z.string(), z.string()).parse(item?.ids ?? {});
    },
    putReferences: (realm: string, ids: Record<string, string>): Write => ({
      put: { ...keys.accounting(`REFS#${realm}`), ids },
    }),
  };
};
export type Postings = ReturnType<typeof createPostingRepository>;

export const postings = {
  grants: ['table:accounting'],
  in: createPostingRepository,
} as const satisfies Repository;
export const postingsReadOnly = {
  grants: ['table:accounting-read'],
  in: (table: Table, keys: Keys): Pick<Postings, 'find' | 'findAll' | 'realmsOfCases'> =>
    createPostingRepository(table, keys),
} as const satisfies Repository;
