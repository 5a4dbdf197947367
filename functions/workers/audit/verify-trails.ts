import type { Logger } from '@aws-lambda-powertools/logger';
import { count } from '#functions/adapters/metrics.ts';
import type { AuditProof } from '#functions/store/audit/audit-proof.ts';
import { verificationProgress, verifyOrganization } from '#functions/store/audit/audit-verify.ts';
import { registeredOrganizations } from '#functions/store/organization-registry.ts';
import type { Table } from '#functions/store/table.ts';

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
  /** Organizations whose new entries nobody has verified for a day. */
  unfinished: number;
}

const overdueMs = 25 * 3600_000;
const statesAtOnce = 20;

/** All organizations, those that were verified longest ago first. */
const byAge = async (table: Table): Promise<{ id: string; verifiedAt: string }[]> => {
  const ids = await registeredOrganizations(table);
  const states: { id: string; verifiedAt: string }[] = [];
  for (let at = 0; at < ids.length; at += statesAtOnce) {
    const some = ids.slice(at, at + statesAtOnce);
    states.push(...(await Promise.all(some.map(async (id) => ({ id, ...(await verificationProgress(table, id)) })))));
  }
  return states.sort((a, b) => (a.verifiedAt < b.verifiedAt ? -1 : 1));
};

/**
 * Verifies the audit trails of all organizations within its time. A finding raises the metric that an alarm watches,
 * and is logged by its key alone. Both metrics are counted by every run that ends, also a zero: silence is an alarm.
 */
export const verifyTrails =
  ({ table, logger, now, proof, budgetMs = 240_000 }: VerifyDependencies) =>
  async (): Promise<VerifyRun> => {
    const began = performance.now();
    const isLate = (): boolean => performance.now() - began > budgetMs;
    const organizations = await byAge(table);
    const run: VerifyRun = { organizations: organizations.length, batches: 0, findings: 0, unfinished: 0 };
    for (const { id, verifiedAt } of organizations) {
      const overdue = Date.parse(verifiedAt) < now().getTime() - overdueMs;
      if (isLate()) {
        if (overdue) run.unfinished++;
        continue;
      }
      const { findings, finished, batches } = await verifyOrganization(table, id, { now: now(), isLate, proof });
      for (const finding of findings) logger.error('audit trail broken', { organization_id: id, ...finding });
      // At once: a run that does not end must not take with it what it has found.
      if (findings.length) count('AuditChainBroken', findings.length);
      run.findings += findings.length;
      run.batches += batches;
      if (!finished && overdue) run.unfinished++;
    }
    if (run.findings === 0) count('AuditChainBroken', 0);
    count('AuditVerifyUnfinished', run.unfinished);
    return run;
  };
