import { notFound } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Write } from '#functions/platform/store/table.ts';

/**
 * That a case is there at the commit, for what is put beside its own items: the workers that take such things away with
 * their case do so once, and would not find what comes after them. Throws 404 where the case is gone.
 */
export const caseExistsCheck = (keys: Keys, caseId: string): Write => ({
  check: keys.case(caseId),
  when: 'exists',
  refused: () => notFound(),
});
