import * as z from 'zod';
import { deadlineKinds } from '#domain/deadlines/deadline-kinds.ts';
import { casePartIn } from '#functions/cases/repository/case-part.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';

const override = z.object({
  kind: z.enum(deadlineKinds),
  due: z.string().nullable(),
  owner: z.string().nullable(),
  settled: z.enum(['done', 'not_needed']).nullable(),
  reason: z.string(),
  by_name: z.string().nullable(),
  at: z.string(),
});
export type OverrideRecord = z.output<typeof override>;

/** What was decided about deadlines of a case, as it rests: one decision for each kind at most. */
export const overridesSchema = storedSchema({
  kind: 'deadline overrides',
  shape: 1,
  schema: z.object({ version: z.number(), entries: z.array(override) }),
});

export const createDeadlineOverrideRepository = casePartIn<OverrideRecord>('PART#DEADLINES', overridesSchema);
export const deadlineOverrides = {
  grants: ['table:cases'],
  in: createDeadlineOverrideRepository,
} as const satisfies Repository;
