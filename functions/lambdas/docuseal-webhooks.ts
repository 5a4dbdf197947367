import { createApi } from '#functions/platform/api/api.ts';
import { signingWebhookRoutes } from '#functions/signatures/webhooks/routes.ts';
import { partnerDecryptor } from './parts/partners.ts';
import { table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(
  signingWebhookRoutes,
  { table: table(), webhookOpener: partnerDecryptor() },
  apiSettings(),
);
