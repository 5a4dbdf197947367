import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { caseScans } from '#functions/cases/repository/cases.ts';
import { auditProof } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { auditProofs } from '#functions/platform/store/audit/audit-trail-proof.ts';

export const verifyAuditLog = handler(
  caseEndpoints.verifyAuditLog,
  { cases: caseScans, auditProofs, auditProof },
  async ({ params }, { db, auditProof, now, count }) => {
    await db.cases.requireCore(params.id);
    const found = await db.auditProofs.of({ kind: 'CASE', id: params.id }, { proof: auditProof, now });
    if (found.findings.length) count('AuditChainBroken', found.findings.length);
    const findings = found.findings.map(({ problem, sk }) => {
      // Where an entry lies tells when it was made and which it is.
      const [at, entry_id] = sk.split('#');
      return { problem, entry_id: entry_id ?? null, at: entry_id && at ? at : null };
    });
    return { ...found, findings, whole: findings.length === 0 };
  },
);
