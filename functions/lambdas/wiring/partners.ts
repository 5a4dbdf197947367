import { KMSClient } from '@aws-sdk/client-kms';
import { setting } from '#functions/platform/adapters/env.ts';
import { kmsPartnerDecryptor, kmsPartnerEncryptor, type PartnerDecryptor } from '#functions/platform/adapters/kms.ts';
import {
  cachedPerOrganization,
  type OrganizationSessions,
} from '#functions/platform/adapters/organization-sessions.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { RetryableError } from '#functions/platform/store/partners/circuit.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { DocuSealAccounts, SigningConnector } from '#functions/signatures/client/adapters.ts';
import {
  docusealAccount,
  docusealLimitMs,
  type SigningService,
  signingServices,
} from '#functions/signatures/client/docuseal.ts';
import { clientTimeouts } from '../wiring.ts';
import { organizationKeys } from './organization.ts';

const kms = () => new KMSClient(clientTimeouts(2_000));
export const partnerEncryptor = () => kmsPartnerEncryptor(kms(), setting('PARTNER_KEY_ID'));
export const partnerDecryptor = () => kmsPartnerDecryptor(kms(), setting('PARTNER_KEY_ID'));
export const organizationCipher = (sessions: OrganizationSessions) => {
  const keys = organizationKeys(sessions);
  const keyId = setting('PARTNER_KEY_ID');
  return cachedPerOrganization((organizationId) => ({
    decryptor: kmsPartnerDecryptor(keys(organizationId), keyId),
    encryptor: kmsPartnerEncryptor(keys(organizationId), keyId),
  }));
};

export const allowedServices = (): SigningService[] => signingServices(setting('SIGNING_SERVICES'));
const serviceOf = (all: readonly SigningService[], id: string): SigningService => {
  const service = all.find((signingService) => signingService.id === id);
  // The stage's list no longer has this service: the message waits for it, or for another connection.
  if (!service) throw new RetryableError('service');
  return service;
};

/** Accounts of the services that the stage allows. */
export const signingConnector = (services: readonly SigningService[], siteUrl: string): SigningConnector => ({
  services,
  siteUrl,
  at: (service, key) => docusealAccount(serviceOf(services, service), key, docusealLimitMs.person),
});

interface Accounts {
  table: Table;
  opener: PartnerDecryptor;
  services: readonly SigningService[];
  limitMs: number;
}

export const docusealAccounts = ({ table, opener, services, limitMs }: Accounts): DocuSealAccounts => ({
  async of(organizationId, { patient = true } = {}) {
    const partner = 'docuseal';
    const connection = await createConnectionRepository(table, keysOf(organizationId)).find(partner);
    if (!connection) return undefined;
    const key = await opener.open({ organizationId, partner, part: 'access' }, connection.sealed.access);
    return docusealAccount(serviceOf(services, connection.service), key, patient ? limitMs : docusealLimitMs.health);
  },
});
