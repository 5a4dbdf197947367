import { googleWebhookRoutes } from '#functions/google-calendar/webhooks/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';

export const handler = serve(googleWebhookRoutes, { table: table() });
