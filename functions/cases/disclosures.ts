import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { exportCaseRows, exportCases } from './export-cases.ts';
import { getAuditLog } from './get-audit-log.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

export const caseDisclosures = organizationScopedRoutes(caseEndpoints, {
  export: exportCases,
  exportRows: exportCaseRows,
  auditLog: getAuditLog,
  verifyAuditLog,
});
