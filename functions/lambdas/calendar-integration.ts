import { googleCalendarRoutes } from '#functions/google-calendar/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { googleConnector } from './wiring/google.ts';
import { partnerEncryptor } from './wiring/partners.ts';
import { table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(
  googleCalendarRoutes,
  { table: table(), googleConnector: googleConnector(), partnerEncryptor: partnerEncryptor() },
  apiSettings(),
);
