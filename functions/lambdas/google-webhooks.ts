import { googleWebhookRoutes } from '#functions/google-calendar/webhooks/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(googleWebhookRoutes, { table: table() }, apiSettings());
