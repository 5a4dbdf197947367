import type * as z from 'zod';
import { auditActions } from '#domain/shared/audit/audit-actions.ts';
import { Handover } from '#domain/tasks/handover.ts';
import { casesList } from '#functions/cases/repository/case-rows.ts';
import { storedEntry } from '#functions/platform/store/audit/audit-log.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { rowsOf } from '#functions/platform/store/lists/search-tokens.ts';
import { ifUnchanged, type Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

export const handoverSchema = storedSchema({ kind: 'hand-over', shape: 1, schema: Handover });
export type HandoverRecord = z.output<typeof handoverSchema.schema>;

export const createHandoverRepository = (table: Table, keys: Keys) => ({
  /** Newest first. */
  async latest(limit: number): Promise<HandoverRecord[]> {
    const between = ['HANDOVER#', prefixEnd('HANDOVER#')] as const;
    const items = await table.query({ pk: keys.handovers(), between, newestFirst: true, limit });
    return items.map((item) => handoverSchema.parse(item));
  },
  put: (before: HandoverRecord | undefined, next: HandoverRecord): Write => ({
    put: handoverSchema.item(keys.handover(next.number), { ...next, version: next.version + 1 }),
    ...(before ? ifUnchanged(before) : { when: 'absent', refused: () => new WriteConflictError() }),
  }),
});
export const handovers = { grants: ['table:tasks'], in: createHandoverRepository } as const satisfies Repository;

/** Returns who took over last. */
export const onDuty = (latest: readonly HandoverRecord[]) =>
  latest.find(({ confirmed }) => confirmed)?.confirmed ?? null;

/** Looking at something is no news for the next shift, nor is a task that a fact completed: the fact is. */
const isNews = ({ action, actor_id }: { action: string; actor_id: string | null }): boolean =>
  !/(?:seen|revealed|refused|zipped|reminded|forgotten)$/.test(action) &&
  (actor_id !== null || !action.startsWith('task.')) &&
  ['CASE', 'SUBMISSION', 'FIRSTCALL'].includes(auditActions[action as keyof typeof auditActions]?.kind ?? '');

const maxRead = 300;

export const createRecentChangesRepository = (table: Table, keys: Keys) => ({
  /** Returns what others changed in each case, submission and first call since an instant, latest first. */
  async since(instant: string, except: string) {
    const positions = await table.query({
      pk: keys.auditTimeline(),
      index: 'gsi1',
      newestFirst: true,
      limit: maxRead,
      between: [instant, '9'],
    });
    // The index has only keys.
    const items = (await table.getAll(positions)).toSorted((a, b) => b.sk.localeCompare(a.sk));
    const found = items
      .map((item) => ({ ...storedEntry(item), record: item.pk.split('#').slice(3).join('#') }))
      .filter((entry) => entry.actor_id !== except && isNews(entry));
    const byRecord = Map.groupBy(found, ({ record }) => record);
    const ids = [...byRecord.keys()].flatMap((record) => (record.startsWith('CASE#') ? record.slice(5) : []));
    const rows = new Map((await rowsOf(table, keys, casesList, ids)).map((row) => [`CASE#${row.id}`, row]));
    return {
      isComplete: positions.length < maxRead,
      changes: [...byRecord].map(([record, entries]) => {
        const row = rows.get(record);
        return {
          at: entries[0]?.at ?? '',
          by_names: [...new Set(entries.map(({ actor_name }) => actor_name))],
          what: [...new Set(entries.map(({ action }) => auditActions[action as keyof typeof auditActions].label))],
          case: row?.id ?? null,
          case_number: row?.case_number ?? '',
          deceased_name: row?.deceased_full_name ?? '',
        };
      }),
    };
  },
});
export const recentChanges = {
  grants: ['table:recent-changes', 'table:case-rows'],
  in: createRecentChangesRepository,
} as const satisfies Repository;
