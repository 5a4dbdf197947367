import { createApi } from '#functions/platform/api/api.ts';
import { reportScopedRoutes } from '#functions/reports/scoped-routes.ts';
import { organizationSessions } from './wiring/organization.ts';
import { organizationTables, table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(
  reportScopedRoutes,
  { table: table(), organizationTable: organizationTables(organizationSessions()) },
  apiSettings(),
);
