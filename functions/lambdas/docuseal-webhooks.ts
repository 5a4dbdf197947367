import { createApi } from '#functions/platform/api/api.ts';
import { signingWebhookRoutes } from '#functions/signatures/webhooks/routes.ts';
import { partnerDecryptor } from './wiring/partners.ts';
import { table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(
  signingWebhookRoutes,
  { table: table(), webhookOpener: partnerDecryptor() },
  apiSettings(),
);
