import { googleWebhookEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { googleWebhook } from './google-calendar.ts';

export const googleWebhookRoutes = routesOf(googleWebhookEndpoints, { received: googleWebhook });
