import { createApi } from '#functions/platform/api/api.ts';
import { quickBooksWebhookRoutes } from '#functions/quickbooks/webhooks/routes.ts';
import { quickBooksVerifierOf } from './wiring/quickbooks-verifier.ts';
import { table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(
  quickBooksWebhookRoutes,
  { table: table(), quickBooksVerifier: quickBooksVerifierOf() },
  apiSettings(),
);
