import type * as z from 'zod';
import { Handover } from '#domain/tasks/handover.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
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
