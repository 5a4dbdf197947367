import { raw } from '#domain/shared/contract/bodies.ts';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { SuccessResponse } from '#domain/shared/contract/wire.ts';

export const accountingWebhookEndpoints = {
  received: endpoint({
    method: 'POST',
    path: '/api/webhooks/quickbooks/',
    permission: 'public',
    summary: 'QuickBooks announces that records of companies changed, signed over the bytes, in either of its formats',
    body: raw('application/json'),
    response: SuccessResponse,
    errorResponses: { 401: 'The bytes are not signed with the verifier token of the app.' },
    events: ['accounting.changes-heard'],
    maxBodyBytes: 1024 * 1024,
    // One address for all companies of all organizations; what is turned away here is announced again.
    limits: [{ by: 'ip', max: 1200, seconds: 60 }],
  }),
} as const;
