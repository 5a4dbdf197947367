import { devNull } from 'node:os';
import { bySecretSetting, type EnvironmentName, type SecretName } from '#infra/environment-names.ts';

/** Service names in the SDK's `AWS_ENDPOINT_URL_…`. */
type Service =
  | 'DYNAMODB'
  | 'DYNAMODB_STREAMS'
  | 'KMS'
  | 'SQS'
  | 'EVENTBRIDGE'
  | 'COGNITO_IDENTITY_PROVIDER'
  | 'S3'
  | 'SESV2'
  | 'SECRETS_MANAGER'
  | 'STS'
  | 'GUARDDUTY';

export const REGION = 'us-east-1';
export const USER_POOL_ID = 'us-east-1_Local0001';
export const USER_POOL_CLIENT_ID = 'localstaffsite000000000001';
export const TABLE_NAME = 'stillwater';
export const EVENT_BUS_NAME = 'stillwater';
export const SSN_KEY_ID = 'alias/stillwater-ssn';
/** All local functions share one environment and so one role. */
export const ORGANIZATION_ROLE_ARN = 'arn:aws:iam::000000000000:role/stillwater-organization';
export const AUDIT_KEY_ID = 'alias/stillwater-audit';
export const SUBJECT_KEY_ID = 'alias/stillwater-subjects';
export const PARTNER_KEY_ID = 'alias/stillwater-partners';
export const SIGNING_SERVICE = 'local';
export const AUDIT_WITNESS_BUCKET = 'stillwater-audit-witness';
export const DOCUMENTS_BUCKET = 'stillwater-documents';
export const secretId = (name: SecretName): string => `stillwater/${name}`;
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local-secret' };

interface Varying {
  endpoints: Record<Service, string>;
  staffUrl: string;
  intakeUrl: string;
  botCheckUrl: string;
  docusealUrl: string;
  quickbooksUrl: string;
  google: { authUrl: string; tokenUrl: string; revokeUrl: string; apiUrl: string };
  rateLimits: 'on' | 'off';
  effectLeaseSeconds: number;
}

export type StackEnvironment = Record<EnvironmentName | 'USER_POOL_ID', string>;

export function functionSettings(varying: Varying): StackEnvironment {
  const { staffUrl, intakeUrl, botCheckUrl, docusealUrl, google, quickbooksUrl, rateLimits, effectLeaseSeconds } =
    varying;
  return {
    TABLE_NAME,
    EVENT_BUS_NAME,
    SSN_KEY_ID,
    ORGANIZATION_ROLE_ARN,
    AUDIT_KEY_ID,
    SUBJECT_KEY_ID,
    PARTNER_KEY_ID,
    GOOGLE_ENDPOINTS: JSON.stringify(google),
    SIGNING_SERVICES: JSON.stringify([
      { id: SIGNING_SERVICE, label: 'DocuSeal (this machine)', api: docusealUrl, hosts: [] },
    ]),
    QUICKBOOKS: JSON.stringify({
      environment: 'local',
      api: quickbooksUrl,
      authorizeUrl: `${quickbooksUrl}/connect/oauth2`,
      tokenUrl: `${quickbooksUrl}/oauth2/v1/tokens/bearer`,
      revokeUrl: `${quickbooksUrl}/v2/oauth2/tokens/revoke`,
    }),
    AUDIT_WITNESS_BUCKET,
    DOCUMENTS_BUCKET,
    ...bySecretSetting(secretId),
    BOT_CHECK: JSON.stringify({
      verifyUrl: `${botCheckUrl}/siteverify`,
      action: 'public_submit',
      minScore: 0.5,
      hostnames: [...new Set(['127.0.0.1', 'localhost', new URL(intakeUrl).hostname])],
    }),
    USER_POOL_ID,
    USER_POOL_CLIENT_ID,
    STAFF_SITE_URL: staffUrl,
    INTAKE_SITE_URL: intakeUrl,
    SITE_ORIGINS: JSON.stringify({ staff: [staffUrl], intake: [intakeUrl] }),
    MAIL_FROM: 'Stillwater <no-reply@stillwater.example>',
    MAIL_CONFIGURATION_SET: 'stillwater',
    RATE_LIMITS: rateLimits,
    EFFECT_LEASE_SECONDS: String(effectLeaseSeconds),
  };
}

/**
 * Points this process's AWS SDK at the local services. The machine's AWS account is hidden, and other services get an
 * unreachable address, so nothing leaves the machine.
 */
export function applyEnvironment(varying: Varying): StackEnvironment {
  const settings = functionSettings(varying);
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  const endpoints = Object.entries(varying.endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url]);
  Object.assign(process.env, settings, Object.fromEntries(endpoints), {
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
    // Makes Powertools separate the state of concurrent calls.
    AWS_LAMBDA_MAX_CONCURRENCY: '100',
  });
  process.env.POWERTOOLS_LOG_LEVEL ??= 'WARN';
  process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';
  return settings;
}
