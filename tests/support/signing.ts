import { createHash } from 'node:crypto';
import { areas } from '#domain/contract/endpoints.ts';
import { keysOf } from '#functions/store/keys.ts';
import { signatureOf } from '#local/partners/docuseal/webhooks.ts';
import type { CallOptions, Harness } from './harness.ts';
import { succeeded } from './reports.ts';
import { signingKey, webhookSecret } from './signing-service.ts';
import type { Tenant } from './tenants.ts';

export const connection = { service: 'local', api_key: signingKey, webhook_secret: webhookSecret };

/** Connects a tenant; answers the path of its webhooks. */
export const connectSigning = async (harness: Harness, { profiles }: Tenant): Promise<{ token: string }> => {
  const options = { as: profiles.super_admin, body: connection };
  const { body } = succeeded(await harness.call(areas['signing-connection'].connect, options));
  return { token: /docuseal\/([\w-]+)\/$/.exec(String(body.webhook_url))?.[1] ?? '' };
};

/** An announcement as DocuSeal signs it. */
export const announced = (
  token: string,
  data: { event_type?: string; submissionId?: number; timestamp?: string } = {},
  { secret = webhookSecret, at = new Date() }: { secret?: string; at?: Date } = {},
): CallOptions => {
  const { event_type = 'form.completed', submissionId = 9001, timestamp = at.toISOString() } = data;
  const id = event_type.startsWith('submission.') ? submissionId : 17_001;
  const rawBody = JSON.stringify({ event_type, timestamp, data: { id, submission_id: submissionId, name: 'Añà' } });
  return {
    as: 'nobody',
    params: { token },
    rawBody,
    headers: { 'x-docuseal-signature': signatureOf(secret, rawBody, at) },
  };
};

/** Says that a submission at DocuSeal is of an envelope of the tenant. */
export const ownSubmission = async ({ table }: Harness, { id }: Tenant, submissionId: number): Promise<string> => {
  const hex = createHash('sha256').update(String(submissionId)).digest('hex');
  const envelope_id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  await table.transact([{ put: { ...keysOf(id).submissionOwner(submissionId), envelope_id, shape: 1 } }]);
  return envelope_id;
};
