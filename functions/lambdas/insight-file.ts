import { reportScopedRoutes } from '#functions/reports/scoped-routes.ts';
import { serve } from './wiring/api.ts';
import { organizationSessions } from './wiring/organization.ts';
import { organizationTables, table } from './wiring/table.ts';

export const handler = serve(reportScopedRoutes, {
  table: table(),
  organizationTable: organizationTables(organizationSessions()),
});
