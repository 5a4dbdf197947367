import { signingWebhookRoutes } from '#functions/signatures/webhooks/routes.ts';
import { serve } from './wiring/api.ts';
import { partnerDecryptor } from './wiring/partners.ts';
import { table } from './wiring/table.ts';

export const handler = serve(signingWebhookRoutes, { table: table(), webhookOpener: partnerDecryptor() });
