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
  /** How long a run may take; the next one goes on where it was. */
  budgetMs?: number;
}

interface VerifyRun extends Record<string, number> {
  organizations: number;
  batches: number;
  findings: number;
  /** Organizations that could not be verified. */
  failed: number;
  /** Those, and organizations whose new entries nobody has verified for a day, or since they could not be. */
  unfinished: number;
}

/** An organization, and what became of its last verifications. */
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
    // Its verification will say why.
    return { id, verifiedAt: '', failedAt: now.toISOString() };
  }
};

const triedAt = ({ verifiedAt, failedAt }: Trails): string => (failedAt > verifiedAt ? failedAt : verifiedAt);

/** All organizations, those that were tried longest ago first: one that fails takes no other's place. */
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
 * Verifies the audit trails of all organizations within its time. A finding raises the metric that an alarm watches,
 * and is logged by its key alone. An organization that cannot be verified stops no other, and counts as unfinished. Both
 * metrics are counted by every run that ends, also a zero: silence is an alarm.
 */
export const verifyTrails =
  ({ table, logger, now, proof, budgetMs = 240_000 }: VerifyDependencies) =>
  async (): Promise<VerifyRun> => {
    const organizations = await byAge(table, now());
    const run: VerifyRun = { organizations: organizations.length, batches: 0, findings: 0, failed: 0, unfinished: 0 };
    const how = { logger, problem: 'audit trail not verified', budgetMs };
    const { failed, left } = await eachOrganization(organizations, how, async (one, isLate) => {
      const tell = (finding: AuditFinding): void => {
        logger.error('audit trail broken', { organization_id: one.id, ...finding });
        count('AuditChainBroken');
        run.findings++;
      };
      try {
        const { finished, batches } = await verifyOrganization(table, one.id, { now: now(), isLate, proof, tell });
        run.batches += batches;
        if (!finished && isOverdue(one, now())) run.unfinished++;
      } catch (error) {
        await recordVerificationFailure(table, one.id, now()).catch(() => undefined);
        throw error;
      }
    });
    run.failed = failed;
    run.unfinished += failed + left.filter((one) => isOverdue(one, now())).length;
    if (run.findings === 0) count('AuditChainBroken', 0);
    count('AuditVerifyUnfinished', run.unfinished);
    return run;
  };
