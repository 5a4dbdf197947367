import { join } from 'node:path';
import type { KMSClient } from '@aws-sdk/client-kms';
import { docusealAccounts, signingConnector } from '#functions/lambdas/wiring/partners.ts';
import { kmsPartnerDecryptor, kmsPartnerEncryptor } from '#functions/platform/adapters/kms.ts';
import type { Dependencies } from '#functions/platform/api/dependencies.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { docusealLimitMs, type SigningService } from '#functions/signatures/client/docuseal.ts';
import { type RunningDocuSeal, startDocuSeal } from '#local/partners/docuseal/docuseal.ts';

export const partnerKeyAlias = 'alias/stillwater-partners';
export const signingKey = 'docuseal-key-of-the-tests';
export const otherSigningKey = 'docuseal-key-of-others';
export const webhookSecret = 'whsec_of_the_tests';

export const signingInTests = (dataDir: string, kms: KMSClient, table: Table) => {
  let running: Promise<RunningDocuSeal> | undefined;
  const docuseal = (): Promise<RunningDocuSeal> =>
    (running ??= startDocuSeal({
      port: 0,
      dataDir: join(dataDir, 'docuseal'),
      accounts: [
        { key: signingKey, name: 'Tests', email: 'tests@docuseal.example', webhook: null },
        { key: otherSigningKey, name: 'Others', email: 'others@docuseal.example', webhook: null },
      ],
      minuteMs: 10,
    }));
  const services = async (): Promise<SigningService[]> => [
    { id: 'local', label: 'DocuSeal of the tests', api: (await docuseal()).url, hosts: [] },
  ];
  const opener = kmsPartnerDecryptor(kms, partnerKeyAlias);
  const siteUrl = 'http://127.0.0.1:4000';
  const provisions: Pick<Dependencies, 'docuseal' | 'signingConnector' | 'partnerEncryptor' | 'webhookOpener'> = {
    docuseal: {
      of: async (organizationId, how) =>
        docusealAccounts({ table, opener, services: await services(), limitMs: docusealLimitMs.person }).of(
          organizationId,
          how,
        ),
    },
    signingConnector: {
      services: [{ id: 'local', label: 'DocuSeal of the tests' }],
      siteUrl,
      at: (service, key) => ({
        account: async () =>
          signingConnector(await services(), siteUrl)
            .at(service, key)
            .account(),
      }),
    },
    partnerEncryptor: kmsPartnerEncryptor(kms, partnerKeyAlias),
    webhookOpener: opener,
  };
  return { docuseal, provisions, opener, close: async () => (await running)?.close() };
};
