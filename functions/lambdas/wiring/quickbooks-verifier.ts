import * as z from 'zod';
import { setting } from '#functions/platform/adapters/env.ts';
import { jsonSecret } from '#functions/platform/adapters/secrets.ts';

/** The developer portal shows it next to the webhook address; an operator stores it. */
const Verifier = z.object({ webhook_verifier: z.string().min(1).optional() });

/** Returns the token that signs webhooks; undefined if it is not set. */
export const quickBooksVerifierOf = () => async (): Promise<string | undefined> =>
  (await jsonSecret(setting('QUICKBOOKS_SECRET_ID'), Verifier)).webhook_verifier;
