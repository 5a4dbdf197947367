import { AssumeRoleCommand, type Credentials, type STSClient } from '@aws-sdk/client-sts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { count } from './metrics.ts';

/** Credentials as the SDK's clients ask for them, each time they call. */
type CredentialsProvider = () => Promise<{
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: Date;
}>;

/** The credentials of a session that reaches one organization's items and numbers, and no other's (quality S-02). */
export type OrganizationSessions = (organizationId: string) => CredentialsProvider;

/** The longest that a role lasts which was assumed by another one. */
const lastsSeconds = 3_600;
/** A session that ends so soon is taken anew: the SDK's clients ask again from then on as well. */
const renewedMs = 300_000;
/** What is kept per organization is small, and more of them than one environment meets in an hour. */
const organizationsKept = 200;

/** Makes something once per organization, and forgets who came first where there are very many. */
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

/**
 * Assumes the role with the organization as the session's tag, on which its policies stand. One session per organization
 * serves every client until it is about to end. Throws 503 where there is none to be had.
 */
export const stsOrganizationSessions = (client: STSClient, RoleArn: string, now: () => Date): OrganizationSessions =>
  cachedPerOrganization((organizationId) => {
    let current: ReturnType<CredentialsProvider> | undefined;
    let until = 0;
    const begin = async () => {
      const command = new AssumeRoleCommand({
        RoleArn,
        // The trail of AWS then says whose items were read.
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
      // Whoever asks meanwhile waits for the same one.
      until = Number.POSITIVE_INFINITY;
      current = begin().catch((error: unknown) => {
        current = undefined;
        throw unavailable(error);
      });
      return current;
    };
  });
