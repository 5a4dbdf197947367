import * as z from 'zod';
import { raw } from '#domain/shared/contract/bodies.ts';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { SuccessResponse } from '#domain/shared/contract/wire.ts';

/** Where DocuSeal announces what happened: served by a function that reads what proves it, and nothing of a case. */
export const signingWebhookEndpoints = {
  received: endpoint({
    method: 'POST',
    path: '/api/webhooks/docuseal/{token}/',
    permission: 'public',
    summary: 'DocuSeal announces that something happened to a submission, signed over the bytes; 404 for anything else',
    params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    body: raw('application/json'),
    response: SuccessResponse,
    events: ['envelope.check-wanted'],
    maxBodyBytes: 1024 * 1024,
    // What is turned away here is announced again.
    limits: [{ by: 'ip', max: 600, seconds: 60 }],
  }),
} as const;
