import { googleCalendarRoutes } from '#functions/google-calendar/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { googleDoor } from './parts/google.ts';
import { partnerEncryptor } from './parts/partners.ts';
import { table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(
  googleCalendarRoutes,
  { table: table(), googleDoor: googleDoor(), partnerSealer: partnerEncryptor() },
  apiSettings(),
);
