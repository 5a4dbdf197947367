import { notFound } from '#domain/shared/contract/errors.ts';
import { createDocumentRepository, type DocumentRecord } from '#functions/documents/repository/documents.ts';
import { sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Write } from '#functions/platform/store/table.ts';

/** The public function may put a paper, never read one. */
export const familyPapers = {
  grants: ['table:family-papers'],
  in: (table, keys) => {
    const { create, change } = createDocumentRepository(table, keys);
    return {
      create: (reference: string, record: DocumentRecord): Write[] => [
        ...create(record),
        { check: sharedKeys.reportStatus(reference), when: 'exists', refused: () => notFound() },
      ],
      change,
    };
  },
} as const satisfies Repository;
