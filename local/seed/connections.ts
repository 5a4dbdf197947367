import type { PartnerEncryptor } from '#functions/platform/adapters/partner-cipher.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { SIGNING_SERVICE } from '#local/environment.ts';
import { demoSigning } from '#local/partners/docuseal/demo-accounts.ts';
import { demoId } from './demo-id.ts';

interface Dependencies {
  table: Table;
  sealer: PartnerEncryptor;
  now: Date;
}

/** Connects an organization of the demonstration to the stand-in for DocuSeal, where its account is. */
export const seedConnection = async ({ table, sealer, now }: Dependencies, organization: string): Promise<void> => {
  const organizationId = demoId('organization', organization);
  const { key, account, secret, webhookToken } = demoSigning(organization);
  const connections = createConnectionRepository(table, keysOf(organizationId));
  if (await connections.find('docuseal')) return;
  const sealed = (part: 'access' | 'webhook', text: string) =>
    sealer.seal({ organizationId, partner: 'docuseal', part }, text);
  const at = now.toISOString();
  const connection = {
    ...{ organization_id: organizationId, partner: 'docuseal', version: 1, service: SIGNING_SERVICE, account },
    sealed: { access: await sealed('access', key), webhook: await sealed('webhook', secret) },
    webhook_token: webhookToken,
    ...{ connected_at: at, connected_by_name: 'Demonstration', updated_at: at },
  };
  await table.transact(connections.put(undefined, connection));
};
