import { KMSClient } from '@aws-sdk/client-kms';
import { STSClient } from '@aws-sdk/client-sts';
import { setting } from '#functions/platform/adapters/env.ts';
import { kmsKeyWrapper, kmsSsnDecryptor } from '#functions/platform/adapters/kms.ts';
import {
  cachedPerOrganization,
  type OrganizationSessions,
  stsOrganizationSessions,
} from '#functions/platform/adapters/organization-sessions.ts';
import { clientTimeouts, now } from '../wiring.ts';

/** Adds the STS client to the bundle of its importers. */
export const organizationSessions = (): OrganizationSessions =>
  stsOrganizationSessions(
    new STSClient({ maxAttempts: 2, ...clientTimeouts(2_000) }),
    setting('ORGANIZATION_ROLE_ARN'),
    now,
  );

/** KMS with the session of one organization. All organizations share the connections. */
export const organizationKeys = (sessions: OrganizationSessions): ((organizationId: string) => KMSClient) => {
  const { requestHandler } = new KMSClient(clientTimeouts(2_000)).config;
  return cachedPerOrganization(
    (organizationId) => new KMSClient({ requestHandler, credentials: sessions(organizationId) }),
  );
};

export const ssnDecryptor = (sessions: OrganizationSessions) =>
  kmsSsnDecryptor(organizationKeys(sessions), setting('SSN_KEY_ID'));

export const organizationKeyWrapper = (sessions: OrganizationSessions) =>
  kmsKeyWrapper(organizationKeys(sessions), setting('SUBJECT_KEY_ID'));
