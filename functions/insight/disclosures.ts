import { insightEndpoints } from '#domain/insight/insight.endpoints.ts';
import { organizationScopedRoutes } from '#functions/kernel/handler.ts';
import { exportReport } from './export-report.ts';

export const insightDisclosures = organizationScopedRoutes(insightEndpoints, { export: exportReport });
