import { accountingWebhookEndpoints } from '#domain/quickbooks/accounting-webhooks.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { receiveNotifications } from './receive-notifications.ts';

export const accountingWebhookRoutes = routesOf(accountingWebhookEndpoints, { received: receiveNotifications });
