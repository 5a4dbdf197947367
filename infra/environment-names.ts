import { secretRows } from './secrets.ts';

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
