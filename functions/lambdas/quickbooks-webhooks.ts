import { createApi } from '#functions/platform/api/api.ts';
import { accountingWebhookRoutes } from '#functions/quickbooks/webhooks/routes.ts';
import { quickBooksVerifierOf } from './parts/quickbooks-verifier.ts';
import { table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(
  accountingWebhookRoutes,
  { table: table(), quickBooksVerifier: quickBooksVerifierOf() },
  apiSettings(),
);
