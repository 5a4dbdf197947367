import { notFound } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Write } from '#functions/platform/store/table.ts';

/**
 * A condition that the case exists at commit. Required for data outside the case's own items: the worker that deletes
 * such data with a case runs once. Throws 404.
 */
export const caseExistsCheck = (keys: Keys, caseId: string): Write => ({
  check: keys.case(caseId),
  when: 'exists',
  refused: () => notFound(),
});
