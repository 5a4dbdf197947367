import { signingWebhookEndpoints } from '#domain/signatures/signing-webhook.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { receiveWebhook } from './receive-webhook.ts';

export const signingWebhookRoutes = routesOf(signingWebhookEndpoints, { received: receiveWebhook });
