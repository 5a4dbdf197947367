import { calendarFileRoutes } from '#functions/calendar/file/routes.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { serve } from './wiring/api.ts';
import { organizationSessions } from './wiring/organization.ts';
import { organizationTables, table } from './wiring/table.ts';

export const handler = serve(calendarFileRoutes, {
  table: table(),
  organizationTable: organizationTables(organizationSessions()),
  staffSite: { url: setting('STAFF_SITE_URL') },
});
