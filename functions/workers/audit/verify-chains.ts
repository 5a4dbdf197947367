import type { Logger } from '@aws-lambda-powertools/logger';
import { count } from '#functions/adapters/metrics.ts';
import { auditTrails, verifyTrail } from '#functions/store/audit-chain.ts';
import type { Table } from '#functions/store/table.ts';

const settledAfterMs = 10 * 60_000;

/** Recomputes every audit chain; a finding raises the metric that an alarm watches, and is logged by key alone. */
export const verifyChains =
  ({ table, logger, now }: { table: Table; logger: Logger; now: () => Date }) =>
  async (): Promise<{ trails: number; findings: number }> => {
    const trails = await auditTrails(table);
    let findings = 0;
    for (const pk of trails) {
      for (const finding of await verifyTrail(table, pk, new Date(now().getTime() - settledAfterMs))) {
        findings++;
        logger.error('audit chain broken', { ...finding });
      }
    }
    count('AuditChainBroken', findings);
    return { trails: trails.length, findings };
  };
