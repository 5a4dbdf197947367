import { notFound } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Write } from '#functions/platform/store/table.ts';

/** A condition for data outside the case's items, which a worker deletes only once. Throws 404. */
export const caseExistsCheck = (keys: Keys, caseId: string): Write => ({
  check: keys.case(caseId),
  when: 'exists',
  refused: () => notFound(),
});
