import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { exportReconciliation } from './export-reconciliation.ts';

export const accountingDisclosures = organizationScopedRoutes(accountingEndpoints, { exportReconciliation });
