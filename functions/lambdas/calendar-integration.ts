import { googleCalendarRoutes } from '#functions/calendar-integration/routes.ts';
import { createApi } from '#functions/kernel/api.ts';
import { googleDoor } from './parts/google.ts';
import { partnerEncryptor } from './parts/partners.ts';
import { table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(
  googleCalendarRoutes,
  { table: table(), googleDoor: googleDoor(), partnerSealer: partnerEncryptor() },
  apiSettings(),
);
