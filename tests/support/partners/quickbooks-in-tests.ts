import { join } from 'node:path';
import type { KMSClient } from '@aws-sdk/client-kms';
import { organizationCompanies, quickBooksConnectorOf } from '#functions/lambdas/wiring/quickbooks.ts';
import { kmsPartnerDecryptor, kmsPartnerEncryptor } from '#functions/platform/adapters/kms.ts';
import type { Dependencies } from '#functions/platform/api/dependencies.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { type QuickBooks, startQuickBooks } from '#local/partners/quickbooks/quickbooks.ts';

const siteUrl = 'http://127.0.0.1:4000';
export const webhookVerifier = 'verifierOfTheTests';
export const quickBooksApp = { client_id: 'ABtests', client_secret: 'secretOfTheTests' };

interface Given {
  dataDir: string;
  kms: KMSClient;
  keyId: string;
  /** Companies are called with their organization's rights only, as for a month's export. */
  organizationTable: (organizationId: string) => Table;
  now: () => Date;
}

export const quickBooksInTests = ({ dataDir, kms, keyId, organizationTable, now }: Given) => {
  let running: Promise<QuickBooks> | undefined;
  const quickbooks = (): Promise<QuickBooks> =>
    (running ??= startQuickBooks({
      port: 0,
      dataDir: join(dataDir, 'quickbooks'),
      app: {
        clientId: quickBooksApp.client_id,
        clientSecret: quickBooksApp.client_secret,
        redirectUris: [siteUrl, 'https://staff.example.com'].map((site) => `${site}/settings/quickbooks/callback`),
      },
      companies: {},
      limits: { perSecond: 1000, perMinute: 100_000 },
      now,
    }));
  const parts = async () => {
    const { url } = await quickbooks();
    const service = {
      environment: 'sandbox' as const,
      api: url,
      authorizeUrl: `${url}/connect/oauth2`,
      tokenUrl: `${url}/oauth2/v1/tokens/bearer`,
      revokeUrl: `${url}/v2/oauth2/tokens/revoke`,
    };
    return { service, app: async () => quickBooksApp, siteUrl, now };
  };
  const cipher = { decryptor: kmsPartnerDecryptor(kms, keyId), encryptor: kmsPartnerEncryptor(kms, keyId) };
  const sealedOf = (organizationId: string) => ({ table: organizationTable(organizationId), ...cipher });
  const paced = (apartMs: number): Dependencies['quickBooks'] => {
    let made: Promise<Dependencies['quickBooks']> | undefined;
    const all = () =>
      (made ??= parts().then((given) => organizationCompanies(given, sealedOf, { limitMs: 15_000, apartMs })));
    return {
      of: async (...asked) => (await all()).of(...asked),
      all: async (...asked) => (await all()).all(...asked),
      revoke: async (...asked) => (await all()).revoke(...asked),
    };
  };
  const provisions: Pick<Dependencies, 'quickBooks' | 'quickBooksConnector' | 'quickBooksVerifier'> = {
    quickBooks: paced(0),
    quickBooksVerifier: async () => webhookVerifier,
    quickBooksConnector: {
      environment: 'local',
      open: async () => quickBooksConnectorOf(await parts()).open(),
      at: (realmId, token) => ({
        info: async () =>
          quickBooksConnectorOf(await parts())
            .at(realmId, token)
            .info(),
      }),
    },
  };
  return { quickbooks, provisions, paced, close: async () => (await running)?.close() };
};
