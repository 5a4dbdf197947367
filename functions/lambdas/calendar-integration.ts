import { googleCalendarRoutes } from '#functions/google-calendar/routes.ts';
import { serve } from './wiring/api.ts';
import { googleConnector } from './wiring/google.ts';
import { partnerEncryptor } from './wiring/partners.ts';
import { table } from './wiring/table.ts';

export const handler = serve(googleCalendarRoutes, {
  table: table(),
  googleConnector: googleConnector(),
  partnerEncryptor: partnerEncryptor(),
});
