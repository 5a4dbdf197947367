import type { Logger } from '@aws-lambda-powertools/logger';
import { logFailure } from '#functions/platform/api/middleware/errors.ts';

interface Round {
  logger: Logger;
  problem: string;
  budgetMs?: number;
  atOnce?: number;
}

/**
 * Processes every organization within the time of a run. A failure is logged and stops no other. Returns the number of
 * failures and the organizations not reached.
 */
export const eachOrganization = async <One extends { readonly id: string }>(
  organizations: readonly One[],
  { logger, problem, budgetMs = Number.POSITIVE_INFINITY, atOnce = 1 }: Round,
  work: (organization: One, isLate: () => boolean) => Promise<void>,
): Promise<{ failed: number; left: One[] }> => {
  const began = performance.now();
  const isLate = (): boolean => performance.now() - began > budgetMs;
  const left = [...organizations];
  let failed = 0;
  const workOnNext = async (): Promise<void> => {
    while (!isLate()) {
      const organization = left.shift();
      if (!organization) return;
      try {
        await work(organization, isLate);
      } catch (error) {
        failed += 1;
        logFailure(logger, problem, error, { organization_id: organization.id });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOnNext));
  return { failed, left };
};
