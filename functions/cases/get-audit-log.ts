import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';

export const getAuditLog: Handler<typeof caseEndpoints.auditLog> = async ({ params, query }, { db }) => {
  await db.cases.requireCore(params.id);
  return db.audit.log('CASE', params.id, query);
};
