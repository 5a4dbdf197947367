import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { routesOf } from '#functions/kernel/handler.ts';
import { checkNumber } from './check-number.ts';
import { getAuditLog } from './get-audit-log.ts';
import { getCase } from './get-case.ts';
import { listCases } from './list-cases.ts';
import { previewNextNumber } from './preview-next-number.ts';

export const caseRoutes = routesOf(caseEndpoints, {
  list: listCases,
  previewNextNumber,
  checkNumber,
  get: getCase,
  auditLog: getAuditLog,
});
