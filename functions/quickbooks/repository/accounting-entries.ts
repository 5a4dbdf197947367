import * as z from 'zod';
import { AccountingSettings } from '#domain/quickbooks/accounting.schema.ts';
import {
  type PostingKind,
  type PostingState,
  postingKinds,
  postingStates,
  quickBooksTypes,
} from '#domain/quickbooks/postings.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Key, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** How an organization books its money, as it rests. */
const accountingSettingsSchema = storedSchema({
  kind: 'accounting settings',
  shape: 2,
  schema: AccountingSettings.extend({
    organization_id: z.string(),
    version: z.number(),
    updated_at: z.string(),
    /** Whose accounts were chosen; those of before this was written down are of the company that is connected. */
    realm: z.string().optional(),
  }),
  upcasters: {
    // Packages had the account of discounts: books change only when another account is chosen.
    1: ({ parts, ...others }) => {
      const chosen = parts as { adjustments?: string | null };
      return { ...others, parts: { packages: chosen.adjustments ?? null, ...chosen } };
    },
  },
});
export type AccountingSettingsRecord = z.output<typeof accountingSettingsSchema.schema>;

/** Which homes keep their books in a company of their own; all others do in the organization's first one. */
const accountingHomesSchema = storedSchema({
  kind: 'accounting homes',
  shape: 1,
  schema: z.object({
    organization_id: z.string(),
    version: z.number(),
    /** The number of the company by the id of the home. */
    homes: z.record(z.string(), z.string()),
    /** All that were ever chosen, so that it is known of a case which stands in one whose own it is. */
    apart: z.array(z.string()).default([]),
    updated_at: z.string(),
  }),
});
type AccountingHomes = z.output<typeof accountingHomesSchema.schema>;

/** Whether the accounts that were chosen are this company's: in another one the same number is another account. */
export const isForRealm = ({ realm }: AccountingSettingsRecord, realmId: string): boolean =>
  (realm ?? realmId) === realmId;

/** How long what QuickBooks was asked for is answered without asking again; older figures serve while it does not answer. */
const freshMs = 10 * 60_000;
const keptSeconds = 24 * 3600;

const settingsKey = (keys: Keys, further: string | undefined): Key =>
  keys.accounting(further === undefined ? 'SETTINGS' : `SETTINGS#${further}`);

const changedMeanwhile = () => new AppError('conflict', { detail: 'Someone else changed this in the meantime.' });

export const createAccountingRepository = (table: Table, keys: Keys) => ({
  /** Of the organization's first company; with a number, of that further one. */
  async settings(further?: string): Promise<AccountingSettingsRecord | undefined> {
    const item = await table.get(settingsKey(keys, further));
    return item && accountingSettingsSchema.parse(item);
  },
  putSettings: (
    before: AccountingSettingsRecord | undefined,
    next: AccountingSettingsRecord,
    further?: string,
  ): Write => ({
    put: accountingSettingsSchema.item(settingsKey(keys, further), next),
    when: before ? { equals: { version: before.version } } : 'absent',
    refused: changedMeanwhile,
  }),
  /** Which homes have a company of their own. */
  async homes(): Promise<AccountingHomes | undefined> {
    const item = await table.get(keys.accounting('HOMES'));
    return item && accountingHomesSchema.parse(item);
  },
  /** Writes `next` if nobody changed what was read; throws {@link WriteConflict}. */
  putHomes: (before: AccountingHomes | undefined, next: AccountingHomes): Write => ({
    put: accountingHomesSchema.item(keys.accounting('HOMES'), next),
    when: before ? { equals: { version: before.version } } : 'absent',
    refused: () => new WriteConflict(),
  }),
  /** What QuickBooks answered last, as it was kept under a name. */
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
  /** It only saves questions: where it cannot be kept, they are asked again. */
  async cacheAnswer(name: string, value: unknown, now: Date): Promise<void> {
    const expires_at = Math.floor(now.getTime() / 1000) + keptSeconds;
    const put = { ...keys.accounting(`SEEN#${name}`), value, at: now.toISOString(), expires_at };
    await table.transact([{ put }]).catch(() => undefined);
  },
  forgetAnswers: (names: readonly string[]): Write[] =>
    names.map((name) => ({ delete: keys.accounting(`SEEN#${name}`) })),
});
export type Accounting = ReturnType<typeof createAccountingRepository>;
export const accounting = {
  grants: ['table:accounting'],
  in: createAccountingRepository,
} as const satisfies Repository;
/** How money is booked, for who only reads it. */
export const accountingRead = {
  grants: ['table:accounting-read'],
  in: (table: Table, keys: Keys): Pick<Accounting, 'settings' | 'homes'> => createAccountingRepository(table, keys),
} as const satisfies Repository;

/** How a record of ours stands in the books of a company: one record there, for as long as that company is connected. */
export const accountingEntrySchema = storedSchema({
  kind: 'accounting entry',
  shape: 1,
  schema: z.object({
    organization_id: z.string(),
    version: z.number(),
    kind: z.enum(postingKinds),
    /** Of the payment; of the case, for its customer and its invoice. */
    id: z.string(),
    case_id: z.string(),
    case_number: z.string(),
    /** What a bookkeeper finds it by: of the receipt, the Statement, the case. */
    number: z.string(),
    date: z.string(),
    amount_cents: z.number().int(),
    state: z.enum(postingStates),
    /** Why it waits or failed: QuickBooks' code, or one of ours, with what QuickBooks says. */
    problem: z.object({ code: z.string(), detail: z.string() }).nullable(),
    /** The company it stands in. */
    realm: z.string(),
    /** Its id there; null while it is not known to be there. */
    quickbooks_id: z.string().nullable(),
    sync_token: z.string(),
    /** Of what was sent last and taken; of what was refused for good. */
    digest: z.string().nullable(),
    refused: z.string().nullable(),
    /** What stood there after that, to see whether somebody changed it since; null where ours is to replace theirs. */
    seen: z.string().nullable(),
    /** What of a payment pays the invoice there, in cents. */
    applied_cents: z.number().int(),
    /** How often it was refused: the next request is another one. */
    refusals: z.number().int(),
    /** Whether it was asked to be made and no answer came. */
    is_asked: z.boolean(),
    /** Until when somebody is at it. */
    claimed_until: z.string().nullable(),
    updated_at: z.string(),
  }),
});
export type AccountingEntry = z.output<typeof accountingEntrySchema.schema>;
type EntryId = Pick<AccountingEntry, 'kind' | 'id'>;

/** What an entry is called where it is named from outside: `payment:<id>`. */
export const entryName = ({ kind, id }: EntryId): string => `${kind}:${id}`;

/** Whether its record is in its company, or was sent there and nobody knows. */
export const mayBeInQuickBooks = ({ quickbooks_id, is_asked }: AccountingEntry): boolean =>
  quickbooks_id !== null || is_asked;

const maxRead = 500;

export const createAccountingEntryRepository = (table: Table, keys: Keys) => {
  const keyOf = ({ kind, id }: EntryId) => keys.accounting(`ENTRY#${kind}#${id}`);
  const rowOf = ({ kind, id, state, updated_at }: AccountingEntry) =>
    keys.accounting(`ROW#${state}#${updated_at}#${kind}#${id}`);
  /** Finds an entry by its record in QuickBooks: webhook notifications name nothing else. */
  const quickBooksIdRow = ({ kind, id, realm, quickbooks_id }: AccountingEntry): Write => ({
    put: { ...keys.accounting(`THERE#${realm}#${quickBooksTypes[kind]}#${quickbooks_id}`), kind, id },
  });
  return {
    async find(of: EntryId): Promise<AccountingEntry | undefined> {
      const item = await table.get(keyOf(of));
      return item && accountingEntrySchema.parse(item);
    },
    async findAll(all: readonly EntryId[]): Promise<AccountingEntry[]> {
      const items = await table.getAll(all.map(keyOf));
      return items.map((item) => accountingEntrySchema.parse(item));
    },
    /** The companies that cases are booked in already, or may be, by the ids of the cases. */
    async realmsOfCases(caseIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const customers = await this.findAll(caseIds.map((id) => ({ kind: 'customer', id })));
      return new Map(customers.filter(mayBeInQuickBooks).map(({ id, realm }) => [id, realm]));
    },
    /** The entries of a state, those that changed last first: at most `limit`, and whether there are more. */
    async ofState(state: PostingState, limit: number): Promise<{ entries: AccountingEntry[]; more: boolean }> {
      const { pk, sk } = keys.accounting(`ROW#${state}#`);
      const rows = await table.query({ pk, between: [sk, prefixEnd(sk)], limit: limit + 1, newestFirst: true });
      const named = rows.slice(0, limit).map((row) => ({ kind: row.kind as PostingKind, id: String(row.id) }));
      const found = new Map((await this.findAll(named)).map((one) => [entryName(one), one]));
      return { entries: named.flatMap((one) => found.get(entryName(one)) ?? []), more: rows.length > limit };
    },
    /** The entry of a record in a company; undefined where it is none of ours. */
    async findByQuickBooksId(realm: string, type: string, quickBooksId: string): Promise<AccountingEntry | undefined> {
      const item = await table.get(keys.accounting(`THERE#${realm}#${type}#${quickBooksId}`));
      return item && this.find({ kind: item.kind as PostingKind, id: String(item.id) });
    },
    /** How many entries there are of a state, counted to {@link maxRead} at most. */
    async count(state: PostingState): Promise<number> {
      const { pk, sk } = keys.accounting(`ROW#${state}#`);
      return (await table.query({ pk, between: [sk, prefixEnd(sk)], limit: maxRead })).length;
    },
    /** Writes `next` if nobody changed what was read; throws {@link WriteConflict}. */
    put(before: AccountingEntry | undefined, next: AccountingEntry, now: Date): Write[] {
      const entry = { ...next, version: (before?.version ?? 0) + 1, updated_at: now.toISOString() };
      const { kind, id } = entry;
      const row = { put: { ...rowOf(entry), kind, id } };
      const moved = before && rowOf(before).sk !== rowOf(entry).sk ? [{ delete: rowOf(before) }] : [];
      return [
        {
          put: accountingEntrySchema.item(keyOf(entry), entry),
          when: before ? { equals: { version: before.version } } : 'absent',
          refused: () => new WriteConflict(),
        },
        ...moved,
        row,
        ...(entry.quickbooks_id && entry.quickbooks_id !== before?.quickbooks_id ? [quickBooksIdRow(entry)] : []),
      ];
    },
    remove: (entry: AccountingEntry): Write[] => [
      { delete: keyOf(entry), when: { equals: { version: entry.version } }, refused: () => new WriteConflict() },
      { delete: rowOf(entry) },
    ],
    /** The ids of items, methods and classes in a company's books, by what they are called here. */
    async references(realm: string): Promise<Record<string, string>> {
      const item = await table.get(keys.accounting(`REFS#${realm}`));
      return z.record(z.string(), z.string()).parse(item?.ids ?? {});
    },
    putReferences: (realm: string, ids: Record<string, string>): Write => ({
      put: { ...keys.accounting(`REFS#${realm}`), ids },
    }),
  };
};
export type AccountingEntries = ReturnType<typeof createAccountingEntryRepository>;

/** What was sent to QuickBooks, what waits and what failed. */
export const accountingEntries = {
  grants: ['table:accounting'],
  in: createAccountingEntryRepository,
} as const satisfies Repository;
/** The same, for who only reads it. */
export const accountingEntriesRead = {
  grants: ['table:accounting-read'],
  in: (table: Table, keys: Keys): Pick<AccountingEntries, 'find' | 'findAll' | 'realmsOfCases'> =>
    createAccountingEntryRepository(table, keys),
} as const satisfies Repository;
