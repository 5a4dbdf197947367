import { createHash } from 'node:crypto';
import * as z from 'zod';
import { areas } from '#domain/registry/endpoints.ts';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { envelopesOf } from '#functions/signatures/repository/envelopes.ts';
import { signatureOf } from '#local/partners/docuseal/docuseal.ts';
import type { CallOptions, Harness } from '#tests/support/harness.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { newTemplate } from '#tests/support/records/signatures.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { signingKey, webhookSecret } from './signing-service.ts';

export const connection = { service: 'local', api_key: signingKey, webhook_secret: webhookSecret };

export const connectSigning = async (harness: Harness, { profiles }: Tenant): Promise<{ token: string }> => {
  const options = { as: profiles.super_admin, body: connection };
  const { body } = succeeded(await harness.call(areas['signing-connection'].connect, options));
  return { token: /docuseal\/([\w-]+)\/$/.exec(String(body.webhook_url))?.[1] ?? '' };
};

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

export const ownSubmission = async ({ table }: Harness, { id }: Tenant, submissionId: number): Promise<string> => {
  const hex = createHash('sha256').update(String(submissionId)).digest('hex');
  const envelope_id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  await table.transact([{ put: { ...keysOf(id).submissionOwner(submissionId), envelope_id, shape: 1 } }]);
  return envelope_id;
};

const askDocuSeal = async (harness: Harness, path: string, body?: object): Promise<unknown> => {
  const { url } = await harness.docuseal();
  const headers = { 'x-auth-token': signingKey, 'content-type': 'application/json' };
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return (await fetch(`${url}${path}`, request)).json();
};
const Listed = z.object({ data: z.array(z.object({ id: z.number(), name: z.string() })) });
const Made = z.object({ id: z.number() });

export const templateThere = async (harness: Harness): Promise<number> => {
  const { data } = Listed.parse(await askDocuSeal(harness, '/templates'));
  return data.find(({ name }) => name === 'Cremation Authorization')?.id ?? 0;
};

/** As a director confirms them. */
export const confirmedFields = {
  ...{ 'Decedent Name': 'case.deceased_name', 'Date of Death': 'deceased.date_of_death' },
  ...{ 'Agent Name': 'signer.name', Relationship: 'signer.relationship', Date: '', 'Director Date': '' },
};

/** Creates a template of a connected tenant, bound to a DocuSeal template whose fields are unread. */
export const boundTemplate = async (harness: Harness, tenant: Tenant): Promise<string> => {
  await connectSigning(harness, tenant);
  const docuseal_template_id = await templateThere(harness);
  const templates = areas['signature-templates'];
  const as = tenant.profiles.super_admin;
  const { results } = succeeded(await harness.call(templates.list, { as })).body as { results: SignatureTemplate[] };
  const known = results.find((template) => template.docuseal_template_id === docuseal_template_id);
  if (known) return known.id;
  const options = { as, body: newTemplate({ docuseal_template_id }) };
  return String(succeeded(await harness.call(templates.create, options)).body.id);
};

export const submissionThere = async (harness: Harness, tenant: Tenant, envelopeId: string): Promise<number> => {
  await connectSigning(harness, tenant);
  const template_id = await templateThere(harness);
  const submitters = [
    { role: 'Authorizing Agent', name: 'Kathleen Briggs', email: 'kathleen@example.com' },
    { role: 'Funeral Director', name: 'Marcus Ames', email: 'marcus@example.com' },
  ];
  const { id } = Made.parse(await askDocuSeal(harness, '/submissions/init', { template_id, submitters }));
  await harness.table.transact([envelopesOf(harness.table, tenant.id).bindSubmission(envelopeId, id)]);
  return id;
};
