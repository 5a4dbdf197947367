import * as z from 'zod';
import { casePartIn } from '#functions/cases/repository/case-part.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

const entry = z.object({
  id: z.string(),
  move: z.enum(['ordered', 'received', 'handed_out']),
  on: z.string(),
  copies: z.number().int(),
  copy_type: z.enum(['long', 'short', '']),
  /** Per copy. */
  fee_cents: z.number().int(),
  recipient: z.string(),
  notes: z.string(),
  created_at: z.string(),
  created_by_name: z.string().nullable(),
});
export type CopyRecord = z.output<typeof entry>;

/** Entries in order of recording. */
export const copiesSchema = storedSchema({
  kind: 'certificate copies',
  shape: 1,
  schema: z.object({ version: z.number(), entries: z.array(entry) }),
});

export const copies = {
  grants: ['table:cases'],
  in: casePartIn<CopyRecord>('PART#COPIES', copiesSchema),
} as const satisfies Repository;
