import * as z from 'zod';
import { Checklist } from '#domain/tasks/checklist.ts';
import { readyMadeItems } from '#domain/tasks/ready-made.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

export const checklistSchema = storedSchema({
  kind: 'checklist',
  shape: 1,
  schema: Checklist.extend({ saved_at: z.string() }),
});

const readyMade = (funeral_home_id: string): Checklist => ({
  funeral_home_id,
  version: 0,
  items: [...readyMadeItems],
  saved_at: null,
  saved_by_name: '',
});

/** A long checklist has 150 kB, and an answer at most 6 MB. */
const maxVersions = 20;

export const createChecklistRepository = (table: Table, keys: Keys) => {
  const newest = async (homeId: string, limit: number): Promise<Checklist[]> => {
    const prefix = `HOME#${homeId}#`;
    const items = await table.query({
      pk: keys.checklists(),
      between: [prefix, prefixEnd(prefix)] as const,
      newestFirst: true,
      limit,
    });
    return items.map((item) => checklistSchema.parse(item));
  };
  return {
    /** The checklist in force; the ready-made one, until the home saves its own. */
    current: async (homeId: string): Promise<Checklist> => (await newest(homeId, 1))[0] ?? readyMade(homeId),
    /** Newest first; the ready-made one is the last. */
    versions: async (homeId: string): Promise<Checklist[]> => [
      ...(await newest(homeId, maxVersions)),
      readyMade(homeId),
    ],
    /** Versions are put once; throws {@link WriteConflictError} if someone else saved this one. */
    save: (checklist: z.output<typeof checklistSchema.schema>): Write => ({
      put: checklistSchema.item(keys.checklist(checklist.funeral_home_id, checklist.version), checklist),
      when: 'absent',
      refused: () => new WriteConflictError(),
    }),
  };
};
export const checklists = { grants: ['table:tasks'], in: createChecklistRepository } as const satisfies Repository;
