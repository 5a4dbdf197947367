import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { KMSClient } from '@aws-sdk/client-kms';
import { areas } from '#domain/contract/endpoints.ts';
import { docusealLimitMs, type SigningService } from '#functions/adapters/docuseal.ts';
import { kmsPartnerOpener, kmsPartnerSealer } from '#functions/adapters/partner-cipher.ts';
import type { Provisions } from '#functions/kernel/provisions.ts';
import { docusealAccounts, signingDoor } from '#functions/lambdas/parts/partners.ts';
import { keysOf } from '#functions/store/keys.ts';
import type { Table } from '#functions/store/table.ts';
import { type RunningDocuSeal, startDocuSeal } from '#local/partners/docuseal/docuseal.ts';
import { signatureOf } from '#local/partners/docuseal/webhooks.ts';
import type { CallOptions, Harness } from './harness.ts';
import { succeeded } from './reports.ts';
import type { Tenant } from './tenants.ts';

export const partnerKeyAlias = 'alias/stillwater-partners';
/** The account that every organization of a test connects. */
export const signingKey = 'docuseal-key-of-the-tests';
export const webhookSecret = 'whsec_of_the_tests';

/** E-signatures in a test: the stand-in for DocuSeal begins when somebody first asks for it. */
export const signingInTests = (dataDir: string, kms: KMSClient, table: Table) => {
  let running: Promise<RunningDocuSeal> | undefined;
  const docuseal = (): Promise<RunningDocuSeal> =>
    (running ??= startDocuSeal({
      port: 0,
      dataDir: join(dataDir, 'docuseal'),
      accounts: [{ key: signingKey, name: 'Tests', email: 'tests@docuseal.example', webhook: null }],
      minuteMs: 10,
    }));
  const services = async (): Promise<SigningService[]> => [
    { id: 'local', label: 'DocuSeal of the tests', api: (await docuseal()).url, hosts: [] },
  ];
  const opener = kmsPartnerOpener(kms, partnerKeyAlias);
  const siteUrl = 'http://127.0.0.1:4000';
  const provisions: Pick<Provisions, 'docuseal' | 'signingDoor' | 'partnerSealer' | 'webhookOpener'> = {
    docuseal: {
      of: async (organizationId, how) =>
        docusealAccounts({ table, opener, services: await services(), limitMs: docusealLimitMs.person }).of(
          organizationId,
          how,
        ),
    },
    signingDoor: {
      services: [{ id: 'local', label: 'DocuSeal of the tests' }],
      siteUrl,
      at: (service, key) => ({
        account: async () =>
          signingDoor(await services(), siteUrl)
            .at(service, key)
            .account(),
      }),
    },
    partnerSealer: kmsPartnerSealer(kms, partnerKeyAlias),
    webhookOpener: opener,
  };
  return { docuseal, provisions, close: async () => (await running)?.close() };
};

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
