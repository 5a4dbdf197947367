import { calendarFileRoutes } from '#functions/calendar/file/routes.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { organizationSessions } from './wiring/organization.ts';
import { organizationTables, table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(
  calendarFileRoutes,
  {
    table: table(),
    organizationTable: organizationTables(organizationSessions()),
    staffSite: { url: setting('STAFF_SITE_URL') },
  },
  apiSettings(),
);
