import { quickBooksWebhookRoutes } from '#functions/quickbooks/webhooks/routes.ts';
import { serve } from './wiring/api.ts';
import { quickBooksVerifierOf } from './wiring/quickbooks-verifier.ts';
import { table } from './wiring/table.ts';

export const handler = serve(quickBooksWebhookRoutes, { table: table(), quickBooksVerifier: quickBooksVerifierOf() });
