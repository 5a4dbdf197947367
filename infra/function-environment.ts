import { type EnvironmentName, environmentNames } from './environment-names.ts';
import { type FunctionName, functions, type Grant } from './functions.ts';
import { bySecretSetting } from './secrets.ts';

export type Settings = Partial<Record<EnvironmentName, string>>;

interface Needs {
  /** It serves calls, so that it checks where they come from and who is calling. */
  api: boolean;
  grants: readonly Grant[];
  has(grant: Grant): boolean;
}

/** Which functions get a setting: those whose calls or grants make use of it. */
const neededBy: Record<EnvironmentName, (row: Needs) => boolean> = {
  TABLE_NAME: ({ grants }) => grants.some((grant) => grant.startsWith('table:')),
  EVENT_BUS_NAME: ({ has }) => has('events:put'),
  SSN_KEY_ID: ({ has }) => has('ssn-key:encrypt') || has('ssn-key:decrypt'),
  ORGANIZATION_ROLE_ARN: ({ has }) => has('organization-role:assume'),
  AUDIT_KEY_ID: ({ has }) => has('audit-key:sign') || has('audit-key:verify'),
  SUBJECT_KEY_ID: ({ has }) => has('subject-key:use'),
  PARTNER_KEY_ID: ({ grants }) => grants.some((grant) => grant.startsWith('partner-key:')),
  SIGNING_SERVICES: ({ has }) => has('partner-key:open'),
  QUICKBOOKS: ({ has }) => has('partner-key:open-quickbooks'),
  GOOGLE_ENDPOINTS: ({ has }) => has('secret:google'),
  AUDIT_WITNESS_BUCKET: ({ has }) => has('audit-witness:put') || has('audit-witness:get'),
  DOCUMENTS_BUCKET: ({ grants }) => grants.some((grant) => grant.startsWith('documents:')),
  ...bySecretSetting(
    (name) =>
      ({ has }: Needs) =>
        has(`secret:${name}`),
  ),
  BOT_CHECK: ({ has }) => has('secret:bot-check'),
  USER_POOL_CLIENT_ID: ({ api }) => api,
  USER_POOL_ID: ({ has }) => has('user-pool:create') || has('user-pool:admin'),
  STAFF_SITE_URL: ({ has }) =>
    has('mail:send') ||
    has('secret:google') ||
    has('partner-key:open-quickbooks') ||
    has('partner-key:seal') ||
    has('table:feed-addresses'),
  INTAKE_SITE_URL: ({ has }) => has('table:notify'),
  SITE_ORIGINS: ({ api }) => api,
  MAIL_FROM: ({ has }) => has('mail:send'),
  MAIL_CONFIGURATION_SET: ({ has }) => has('mail:send'),
  RATE_LIMITS: ({ api }) => api,
  EFFECT_LEASE_SECONDS: ({ has }) => has('table:notify') || has('table:identity') || has('table:signing-effects'),
};

/** Names of the settings that a function is started with. */
export const settingsOf = (name: FunctionName): EnvironmentName[] => {
  const row = functions[name];
  const grants: readonly Grant[] = [...row.grants, ...('inOrganization' in row ? row.inOrganization : [])];
  const needs: Needs = { api: 'endpoints' in row, grants, has: (grant) => grants.includes(grant) };
  return environmentNames.filter((setting) => neededBy[setting](needs));
};

/**
 * The environment of a function. Throws when a setting that it needs is not among `settings`. A lease is as long as the
 * function may run: a shorter one would let somebody else begin what is still under way.
 */
export const environmentOf = (name: FunctionName, settings: Settings): Record<string, string> => {
  const given: Settings = { EFFECT_LEASE_SECONDS: String(functions[name].timeoutSeconds), ...settings };
  return Object.fromEntries(
    settingsOf(name).map((setting) => {
      const value = given[setting];
      if (value === undefined) throw new Error(`function ${name} needs ${setting}`);
      return [setting, value];
    }),
  );
};
