import type { Logger } from '@aws-lambda-powertools/logger';
import { count } from '#functions/platform/adapters/metrics.ts';
import type { AuditSigner } from '#functions/platform/store/audit/audit-proof.ts';
import { sealOrganization } from '#functions/platform/store/audit/audit-seal.ts';
import { organizationRegistry, rotatedStart } from '#functions/platform/store/organization-registry.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { eachOrganization } from '#functions/platform/workers/each-organization.ts';

interface SealDependencies {
  table: Table;
  logger: Logger;
  now: () => Date;
  signer: AuditSigner;
  budgetMs?: number;
}

interface SealRun extends Record<string, number> {
  organizations: number;
  sealed: number;
  behind: number;
}

const organizationsAtOnce = 4;
const minuteMs = 60_000;

/** Seals new audit entries of every organization and always counts how many are behind. */
export const sealTrails =
  ({ table, logger, now, signer, budgetMs = 45_000 }: SealDependencies) =>
  async (): Promise<SealRun> => {
    // Rotates the start, so that a large organization does not starve others.
    const organizations = rotatedStart(await organizationRegistry(table), now(), minuteMs);
    const run: SealRun = { organizations: organizations.length, sealed: 0, behind: 0 };
    const how = { logger, problem: 'not sealed', budgetMs, atOnce: organizationsAtOnce };
    const { failed, left } = await eachOrganization(organizations, how, async ({ id }, isLate) => {
      const { sealed, behind } = await sealOrganization(table, id, { now: now(), isLate, signer });
      run.sealed += sealed;
      if (behind) run.behind++;
    });
    run.behind += failed + left.length;
    count('AuditSealBehind', run.behind);
    return run;
  };
