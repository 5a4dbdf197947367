import * as z from 'zod';
import { casePartIn } from '#functions/cases/repository/case-part.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

const permit = z.object({
  id: z.string(),
  permit_name: z.string(),
  permit_number: z.string(),
  issuing_authority: z.string(),
  /** '' for older permits. */
  name_on_permit: z.string().default(''),
  issue_date: z.string().nullable(),
  expiry_date: z.string().nullable(),
  notes: z.string(),
  returned_date: z.string().nullable(),
  /** The id of a document of the case; null for older permits. */
  scan: z.string().nullable().default(null),
  created_at: z.string(),
  updated_at: z.string(),
  created_by_name: z.string().nullable(),
});
export type PermitRecord = z.output<typeof permit>;

export const permitsSchema = storedSchema({
  kind: 'permits',
  shape: 1,
  schema: z.object({ version: z.number(), entries: z.array(permit) }),
});

export const createPermitRepository = casePartIn<PermitRecord>('PART#PERMITS', permitsSchema);
export const permits = { grants: ['table:cases'], in: createPermitRepository } as const satisfies Repository;
