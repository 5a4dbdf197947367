import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { postingKinds } from '#domain/quickbooks/postings.ts';
import { type SyncMode, syncModes, syncStates } from '#domain/quickbooks/sync.schema.ts';
import { attentionKinds, emptyTallies } from '#domain/quickbooks/sync-warnings.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

const number = z.number().int();
const tally = z.object({ wanted: number, wanted_cents: number, there: number, there_cents: number, failed: number });

export const syncRunSchema = storedSchema({
  kind: 'accounting run',
  shape: 1,
  schema: z.object({
    organization_id: z.string(),
    version: z.number(),
    id: z.string(),
    mode: z.enum(syncModes),
    state: z.enum(syncStates),
    realm: z.string(),
    from: z.string(),
    begun_at: z.string(),
    begun_by_name: z.string().nullable(),
    /** Older runs could not be stopped. */
    stopped_by_name: z.string().nullable().default(null),
    finished_at: z.string().nullable(),
    /** The position in the list of cases, and the finished cases of that page. */
    cursor: z.string().nullable(),
    done: z.array(z.string()),
    cases: number,
    of_records: number.nullable(),
    tallies: z.record(z.enum(postingKinds), tally),
    attention: z.array(
      z.object({
        case_id: z.string(),
        case_number: z.string(),
        name: z.string(),
        kind: z.enum(attentionKinds),
        what: z.string(),
        remedy: z.string(),
      }),
    ),
    attention_count: number,
    is_compared: z.boolean(),
  }),
});
export type SyncRunRecord = z.output<typeof syncRunSchema.schema>;

interface NewRun {
  organizationId: string;
  realm: string;
  mode: SyncMode;
  from: string;
  by: string | null;
  ofRecords: number | null;
}
export const newRun = ({ organizationId, realm, mode, from, by, ofRecords }: NewRun, now: Date): SyncRunRecord => ({
  organization_id: organizationId,
  version: 0,
  id: uuid(),
  mode,
  state: 'running',
  realm,
  from,
  begun_at: now.toISOString(),
  begun_by_name: by,
  stopped_by_name: null,
  finished_at: null,
  cursor: null,
  done: [],
  cases: 0,
  of_records: ofRecords,
  tallies: emptyTallies(),
  attention: [],
  attention_count: 0,
  is_compared: mode === 'preview',
});

export const resumedRun = (run: SyncRunRecord): SyncRunRecord => ({ ...run, state: 'running', stopped_by_name: null });

export const createSyncRunRepository = (table: Table, keys: Keys) => {
  const keyOf = (mode: SyncMode, further: string | undefined) =>
    keys.accounting(further === undefined ? `RUN#${mode}` : `RUN#${mode}#${further}`);
  return {
    /** The latest run of the first company, or of the realm id `further`. */
    latest: (mode: SyncMode, further?: string) => syncRunSchema.find(table, keyOf(mode, further)),
    /** Replaces the previous run; throws {@link WriteConflictError} if that has changed. */
    put: (before: SyncRunRecord | undefined, next: SyncRunRecord, further?: string): Write => ({
      put: syncRunSchema.item(keyOf(next.mode, further), { ...next, version: (before?.version ?? 0) + 1 }),
      when: before ? { equals: { version: before.version } } : 'absent',
      refused: () => new WriteConflictError(),
    }),
  };
};

export const syncRuns = {
  grants: ['table:accounting'],
  in: createSyncRunRepository,
} as const satisfies Repository;
