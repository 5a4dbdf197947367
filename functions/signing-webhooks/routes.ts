import { signingWebhookEndpoints } from '#domain/signatures/connection.endpoints.ts';
import { routesOf } from '#functions/kernel/handler.ts';
import { docusealWebhook } from './docuseal.ts';

export const signingWebhookRoutes = routesOf(signingWebhookEndpoints, { received: docusealWebhook });
