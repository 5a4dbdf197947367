import * as z from 'zod';
import { CertificateFact } from '#domain/families/family-review.schema.ts';
import { answerSchema } from '#functions/intake/repository/report-record.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { sharedKeys } from '#functions/platform/store/shared-keys.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** What of a certificate was sent to a family last, word for word. */
export const familyReviewSchema = storedSchema({
  kind: 'family review',
  shape: 1,
  schema: z.object({
    version: z.number(),
    revision: z.number().int(),
    reference: z.string(),
    sent_at: z.string(),
    sent_by_name: z.string().nullable(),
    /** As the case names them. */
    informant: z.string(),
    facts: z.array(CertificateFact),
    /** Lines that say something else than what was confirmed before. */
    changed: z.array(z.string()),
  }),
});
export type FamilyReviewRecord = z.output<typeof familyReviewSchema.schema>;

export const createFamilyReviewRepository = (table: Table, keys: Keys) => ({
  async find(caseId: string): Promise<FamilyReviewRecord | undefined> {
    const item = await table.get(keys.casePart(caseId, 'PART#REVIEW'));
    return item && familyReviewSchema.parse(item);
  },
  /** What the family said of a revision; undefined before it did. */
  async answer({ reference, revision }: Pick<FamilyReviewRecord, 'reference' | 'revision'>) {
    const item = await table.get(sharedKeys.familyAnswer(reference, revision));
    return item && answerSchema.parse(item);
  },
  write: (caseId: string, before: FamilyReviewRecord | undefined, next: FamilyReviewRecord): Write => ({
    put: familyReviewSchema.item(keys.casePart(caseId, 'PART#REVIEW'), {
      ...next,
      version: (before?.version ?? 0) + 1,
    }),
    when: before ? { equals: { version: before.version } } : 'absent',
    refused: () => new WriteConflict(),
  }),
});
export const familyReviews = {
  grants: ['table:cases', 'table:submissions'],
  in: createFamilyReviewRepository,
} as const satisfies Repository;
