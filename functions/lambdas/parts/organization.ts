import { KMSClient } from '@aws-sdk/client-kms';
import { STSClient } from '@aws-sdk/client-sts';
import { setting } from '#functions/adapters/environment.ts';
import {
  type OrganizationSessions,
  perOrganization,
  stsOrganizationSessions,
} from '#functions/adapters/organization-sessions.ts';
import { kmsSsnOpener } from '#functions/adapters/ssn-cipher.ts';
import { clientTimeouts, now } from '../parts.ts';

/** Who discloses carries these along. */
export const organizationSessions = (): OrganizationSessions =>
  stsOrganizationSessions(
    new STSClient({ maxAttempts: 2, ...clientTimeouts(2_000) }),
    setting('ORGANIZATION_ROLE_ARN'),
    now,
  );

export const ssnOpener = (sessions: OrganizationSessions) => {
  const { requestHandler } = new KMSClient(clientTimeouts(2_000)).config;
  return kmsSsnOpener(
    perOrganization((organizationId) => new KMSClient({ requestHandler, credentials: sessions(organizationId) })),
    setting('SSN_KEY_ID'),
  );
};
