import * as z from 'zod';
import { setting } from '#functions/platform/adapters/env.ts';
import { jsonSecret } from '#functions/platform/adapters/secrets.ts';

/** What the developer portal shows beside the address of webhooks; an operator puts it in. */
const Verifier = z.object({ webhook_verifier: z.string().min(1).optional() });

/** The token that webhooks are signed with; undefined where nobody has put one in. */
export const quickBooksVerifierOf = () => async (): Promise<string | undefined> =>
  (await jsonSecret(setting('QUICKBOOKS_SECRET_ID'), Verifier)).webhook_verifier;
