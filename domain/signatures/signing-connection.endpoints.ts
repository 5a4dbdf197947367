import * as z from 'zod';
import { endpoint, raw } from '#domain/shared/contract/endpoint.ts';
import { Instant, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { connectionMessages } from './signature-messages.ts';

/** The webhook has its own function, which may read its secret but nothing of a case. */
export const signingWebhookEndpoints = {
  received: endpoint({
    method: 'POST',
    path: '/api/webhooks/docuseal/{token}/',
    permission: 'public',
    summary: 'Receive DocuSeal webhooks (signed)',
    params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    body: raw('application/json'),
    response: SuccessResponse,
    events: ['envelope.check-wanted'],
    maxBodyBytes: 1024 * 1024,
    // DocuSeal repeats a rejected webhook.
    limits: [{ by: 'ip', max: 600, seconds: 60 }],
  }),
} as const;

const path = '/api/signatures/connection/';

/** Secrets are never returned (S-20). */
const secretText = (name: string) =>
  z
    .string()
    .trim()
    .min(8, `${name} is too short`)
    .max(200, `${name} is too long`)
    .regex(/^[\x21-\x7e]+$/, `${name} has letters that it cannot have`);

/** The connection of an organization, without its secrets. */
export const SigningConnection = z.object({
  connected: z.boolean(),
  /** Services to choose from. */
  services: z.array(z.object({ id: z.string(), label: z.string() })),
  service: z.string().nullable(),
  /** Email address of the key's owner. */
  account: z.string().nullable(),
  has_webhook_secret: z.boolean(),
  /** The address that the user enters at DocuSeal. */
  webhook_url: z.string().nullable(),
  webhook_last_received_at: Instant.nullable(),
  /** When a webhook last had a wrong signature, so DocuSeal has another secret. */
  webhook_last_refused_at: Instant.nullable(),
  connected_at: Instant.nullable(),
  connected_by_name: z.string().nullable(),
});
export type SigningConnection = z.output<typeof SigningConnection>;

export const signingStates = ['ok', 'degraded', 'not_connected'] as const;

export const SigningHealth = z.object({
  status: z.enum(signingStates),
  docuseal: z.object({ reachable: z.boolean(), authenticated: z.boolean(), latency_ms: z.number().int().nullable() }),
  webhook_last_received_at: Instant.nullable(),
  /** Requests wait until then, because DocuSeal did not respond. */
  paused_until: Instant.nullable(),
  /** The problem as text. */
  detail: z.string(),
});
export type SigningHealth = z.output<typeof SigningHealth>;

export const ConnectSigning = z.object({
  service: z.string(connectionMessages.serviceUnknown).max(100),
  /** Omitted to keep the stored key. */
  api_key: secretText('API key').optional(),
  webhook_secret: secretText('Webhook secret').optional(),
});

const refusals = { 409: 'DocuSeal does not answer; `detail` says so.' } as const;

export const signingConnectionEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    permission: 'signing:connect',
    summary: 'Get the DocuSeal connection status. Never returns key or secret',
    response: SigningConnection,
  }),
  connect: endpoint({
    method: 'POST',
    path,
    permission: 'signing:connect',
    summary: 'Connect DocuSeal or update its API key or webhook secret. Tests the key first',
    body: ConnectSigning,
    response: SigningConnection,
    errorResponses: refusals,
    auditActions: ['signing.connected'],
    events: ['signing-connection.changed'],
    limits: [{ by: 'user', max: 20, seconds: 300 }],
    skipActorCache: true,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path,
    permission: 'signing:connect',
    summary: 'Disconnect DocuSeal. Pending envelopes continue there without status updates',
    response: SuccessResponse,
    auditActions: ['signing.disconnected'],
    events: ['signing-connection.changed'],
    skipActorCache: true,
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/signatures/health/',
    permission: 'signature:read',
    summary: 'Check DocuSeal. Returns 200 even if it is down',
    response: SigningHealth,
    limits: [{ by: 'user', max: 60, seconds: 60 }],
  }),
} as const;
