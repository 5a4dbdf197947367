interface SecretRow {
  /** What it is and, where somebody has to put it in, what is put in. */
  description: string;
  /** The setting that tells a function where its value is. */
  setting: `${string}_SECRET_ID`;
  /** A deployment makes its value, once, under this field; nobody has to put one in. */
  generated?: string;
  /** What an operator puts in, as it stands in the local product. */
  example?: Readonly<Record<string, string>>;
}

/**
 * Every secret of the product. Who may read one is said by the grant `secret:<name>` in the privilege table; the secret
 * in AWS, the local one, the grant's policy and the functions' settings come from here.
 */
export const secrets = {
  origin: {
    description: 'x-origin-verify: proves that a request came through CloudFront',
    setting: 'ORIGIN_SECRET_ID',
    generated: 'current',
  },
  'bot-check': {
    description: 'The secret half of the bot check, as {"secret": "…"}',
    setting: 'BOT_CHECK_SECRET_ID',
    example: { secret: 'local-bot-check-secret' },
  },
  quickbooks: {
    description: 'The app at QuickBooks, as {"client_id": "…", "client_secret": "…", "webhook_verifier": "…"}',
    setting: 'QUICKBOOKS_SECRET_ID',
    example: {
      client_id: 'ABlocalStillwaterApp',
      client_secret: 'localStillwaterSecret',
      webhook_verifier: 'localWebhookVerifier',
    },
  },
  google: {
    description: 'The OAuth client at Google, as {"client_id": "…", "client_secret": "…"}',
    setting: 'GOOGLE_SECRET_ID',
    example: { client_id: 'local-google-client', client_secret: 'local-google-secret' },
  },
} as const satisfies Record<string, SecretRow>;

export type SecretName = keyof typeof secrets;
type SecretSetting = (typeof secrets)[SecretName]['setting'];

/** The rows with what any of them may have. */
export const secretRows = Object.entries(secrets) as [SecretName, SecretRow & { setting: SecretSetting }][];

/** What `of` says about each secret, under the setting that names it. */
export const bySecretSetting = <T>(of: (name: SecretName) => T): Record<SecretSetting, T> =>
  Object.fromEntries(secretRows.map(([name, { setting }]) => [setting, of(name)])) as Record<SecretSetting, T>;

/** `BotCheck` for `bot-check`: part of logical ids and outputs. */
export const secretTitle = (name: SecretName): string =>
  name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

/** Environment variables of every function; infra fills them from its resources, local/ from its engines. */
export const environmentNames = [
  'TABLE_NAME',
  'EVENT_BUS_NAME',
  'SSN_KEY_ID',
  'ORGANIZATION_ROLE_ARN',
  'AUDIT_KEY_ID',
  'SUBJECT_KEY_ID',
  'PARTNER_KEY_ID',
  'SIGNING_SERVICES',
  'QUICKBOOKS',
  'GOOGLE_ENDPOINTS',
  'AUDIT_WITNESS_BUCKET',
  'DOCUMENTS_BUCKET',
  ...secretRows.map(([, { setting }]) => setting),
  'BOT_CHECK',
  'USER_POOL_CLIENT_ID',
  'USER_POOL_ID',
  'STAFF_SITE_URL',
  'INTAKE_SITE_URL',
  'SITE_ORIGINS',
  'MAIL_FROM',
  'MAIL_CONFIGURATION_SET',
  'RATE_LIMITS',
  'EFFECT_LEASE_SECONDS',
] as const;
export type EnvironmentName = (typeof environmentNames)[number];
