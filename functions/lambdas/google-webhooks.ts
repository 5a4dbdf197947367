import { googleWebhookRoutes } from '#functions/google-calendar/webhooks/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(googleWebhookRoutes, { table: table() }, apiSettings());
