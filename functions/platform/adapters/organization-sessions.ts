import { AssumeRoleCommand, type Credentials, type STSClient } from '@aws-sdk/client-sts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { count } from './metrics.ts';

type CredentialsProvider = () => Promise<{
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: Date;
}>;

export type OrganizationSessions = (organizationId: string) => CredentialsProvider;

/** AWS limits chained role sessions to one hour. */
const lastsSeconds = 3_600;
/** SDK clients also renew credentials this long before they expire. */
const renewedMs = 300_000;
/** More organizations than one environment serves in an hour. */
const organizationsKept = 200;

/** Caches one value per organization, and evicts the oldest beyond the limit. */
export const cachedPerOrganization = <T>(make: (organizationId: string) => T): ((organizationId: string) => T) => {
  const made = new Map<string, T>();
  return (organizationId) => {
    const known = made.get(organizationId);
    if (known !== undefined) return known;
    const [first] = made.keys();
    if (first !== undefined && made.size >= organizationsKept) made.delete(first);
    const one = make(organizationId);
    made.set(organizationId, one);
    return one;
  };
};

const unavailable = (error: unknown): AppError => {
  const { name } = error as Error;
  if (name === 'AccessDenied') count('OrganizationRoleRefused');
  return new AppError('unavailable', { reason: `sts: ${name}`, retryAfterSeconds: 2 });
};

const complete = ({ AccessKeyId, SecretAccessKey, SessionToken, Expiration }: Partial<Credentials> = {}) => {
  if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration) throw new Error('NoCredentials');
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    expiration: Expiration,
  };
};

/** Creates sessions of the role, tagged with the organization and shared by all clients. Throws 503 if STS fails. */
export const stsOrganizationSessions = (client: STSClient, RoleArn: string, now: () => Date): OrganizationSessions =>
  cachedPerOrganization((organizationId) => {
    let current: ReturnType<CredentialsProvider> | undefined;
    let until = 0;
    const begin = async () => {
      const command = new AssumeRoleCommand({
        RoleArn,
        RoleSessionName: organizationId,
        Tags: [{ Key: 'organization', Value: organizationId }],
        DurationSeconds: lastsSeconds,
      });
      const credentials = complete((await client.send(command)).Credentials);
      until = credentials.expiration.getTime() - renewedMs;
      return credentials;
    };
    return () => {
      if (current && now().getTime() < until) return current;
      // Concurrent callers wait for the same session.
      until = Number.POSITIVE_INFINITY;
      current = begin().catch((error: unknown) => {
        current = undefined;
        throw unavailable(error);
      });
      return current;
    };
  });
