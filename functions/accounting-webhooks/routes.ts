import { accountingWebhookEndpoints } from '#domain/accounting/accounting-webhooks.endpoints.ts';
import { routesOf } from '#functions/kernel/handler.ts';
import { hearChanges } from './hear-changes.ts';

export const accountingWebhookRoutes = routesOf(accountingWebhookEndpoints, { received: hearChanges });
