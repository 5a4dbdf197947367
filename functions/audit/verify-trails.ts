import type { Logger } from '@aws-lambda-powertools/logger';
import { count } from '#functions/platform/adapters/metrics.ts';
import type { AuditFinding } from '#functions/platform/store/audit/audit-checks.ts';
import type { AuditProof } from '#functions/platform/store/audit/audit-proof.ts';
import {
  recordVerificationFailure,
  verificationProgress,
  verifyOrganization,
} from '#functions/platform/store/audit/audit-verify.ts';
import { organizationRegistry } from '#functions/platform/store/organization-registry.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { eachOrganization } from '#functions/platform/workers/each-organization.ts';

interface VerifyDependencies {
  table: Table;
  logger: Logger;
  now: () => Date;
  proof: AuditProof;
  budgetMs?: number;
}

interface VerifyRun extends Record<string, number> {
  organizations: number;
  batches: number;
  findings: number;
  failed: number;
  /** Those, plus organizations whose new entries were not verified for a day or since a failure. */
  unfinished: number;
}

interface Trails {
  id: string;
  verifiedAt: string;
  failedAt: string;
}

const overdueMs = 25 * 3600_000;
const statesAtOnce = 20;

const stateOf = async (table: Table, id: string, now: Date): Promise<Trails> => {
  try {
    const { verifiedAt, failedAt } = await verificationProgress(table, id);
    return { id, verifiedAt, failedAt };
  } catch {
    // Its verification will report the reason.
    return { id, verifiedAt: '', failedAt: now.toISOString() };
  }
};

const triedAt = ({ verifiedAt, failedAt }: Trails): string => (failedAt > verifiedAt ? failedAt : verifiedAt);

/** Returns all organizations, longest unverified first: a failing one does not displace others. */
const byAge = async (table: Table, now: Date): Promise<Trails[]> => {
  const all = await organizationRegistry(table);
  const states: Trails[] = [];
  for (let at = 0; at < all.length; at += statesAtOnce)
    states.push(...(await Promise.all(all.slice(at, at + statesAtOnce).map(({ id }) => stateOf(table, id, now)))));
  return states.sort((a, b) => (triedAt(a) < triedAt(b) ? -1 : 1));
};

const isOverdue = ({ verifiedAt, failedAt }: Trails, now: Date): boolean =>
  failedAt > verifiedAt || Date.parse(verifiedAt) < now.getTime() - overdueMs;

/**
 * Verifies the audit logs of all organizations within its time limit. A finding is logged by its key only, and a
 * failing organization stops no other. Both metrics are counted even if zero, because silence is an alarm.
 */
export const verifyTrails =
  ({ table, logger, now, proof, budgetMs = 240_000 }: VerifyDependencies) =>
  async (): Promise<VerifyRun> => {
    const organizations = await byAge(table, now());
    const run: VerifyRun = { organizations: organizations.length, batches: 0, findings: 0, failed: 0, unfinished: 0 };
    const how = { logger, problem: 'audit trail not verified', budgetMs };
    const { failed, left } = await eachOrganization(organizations, how, async (trails, isLate) => {
      const tell = (finding: AuditFinding): void => {
        logger.error('audit trail broken', { organization_id: trails.id, ...finding });
        count('AuditChainBroken');
        run.findings++;
      };
      try {
        const { finished, batches } = await verifyOrganization(table, trails.id, { now: now(), isLate, proof, tell });
        run.batches += batches;
        if (!finished && isOverdue(trails, now())) run.unfinished++;
      } catch (error) {
        await recordVerificationFailure(table, trails.id, now()).catch(() => undefined);
        throw error;
      }
    });
    run.failed = failed;
    run.unfinished += failed + left.filter((trails) => isOverdue(trails, now())).length;
    if (run.findings === 0) count('AuditChainBroken', 0);
    count('AuditVerifyUnfinished', run.unfinished);
    return run;
  };
