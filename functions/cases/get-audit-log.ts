import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases } from '#functions/records/cases.ts';
import { auditLogs } from '#functions/store/audit-log.ts';

export const getAuditLog = handler(
  caseEndpoints.auditLog,
  { cases, auditLogs },
  async ({ params, query }, { db, cursor }) => {
    await db.cases.requireCore(params.id);
    return db.auditLogs.of('CASE', params.id, query, cursor);
  },
);
