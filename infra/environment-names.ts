interface SecretRow {
  /** Description, with what an operator has to put in. */
  description: string;
  /** The setting that tells a function the secret's id. */
  setting: `${string}_SECRET_ID`;
  /** Field whose value a deployment generates once. */
  generated?: string;
  /** Value in the local product, in the form that an operator puts in. */
  example?: Readonly<Record<string, string>>;
}

/**
 * All secrets of the product. The secret in AWS, the local value, the policy of the grant `secret:<name>` and the
 * functions' settings come from this table.
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

export const secretRows = Object.entries(secrets) as [SecretName, SecretRow & { setting: SecretSetting }][];

/** Returns a value per secret, by the setting that names it. */
export const bySecretSetting = <T>(of: (name: SecretName) => T): Record<SecretSetting, T> =>
  Object.fromEntries(secretRows.map(([name, { setting }]) => [setting, of(name)])) as Record<SecretSetting, T>;

/** Returns `BotCheck` for `bot-check`, for logical ids and outputs. */
export const secretTitle = (name: SecretName): string =>
  name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

/** Environment variables of functions; infra takes the values from its resources, local/ from its emulators. */
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
