import { insightEndpoints } from '#domain/reports/insight.endpoints.ts';
import { organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { exportReport } from './export-report.ts';

export const insightDisclosures = organizationScopedRoutes(insightEndpoints, { export: exportReport });
