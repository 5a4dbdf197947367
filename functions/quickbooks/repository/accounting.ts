import * as z from 'zod';
import { AccountingSettings } from '#domain/quickbooks/accounting.schema.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';
import type { Key, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** How an organization books its money, as it rests. */
export const accountingSettingsSchema = storedSchema({
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
export const accountingHomesSchema = storedSchema({
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
export type AccountingHomes = z.output<typeof accountingHomesSchema.schema>;

/** Whether the accounts that were chosen are this company's: in another one the same number is another account. */
export const isForRealm = ({ realm }: AccountingSettingsRecord, realmId: string): boolean =>
  (realm ?? realmId) === realmId;

/** How long what QuickBooks was asked for is answered without asking again; older figures serve while it does not answer. */
const freshMs = 10 * 60_000;
const keptSeconds = 24 * 3600;

const settingsKey = (keys: Keys, further: string | undefined): Key =>
  keys.accounting(further === undefined ? 'SETTINGS' : `SETTINGS#${further}`);

const changedMeanwhile = () => new AppError('conflict', { detail: 'Somebody else changed this in the meantime.' });

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
