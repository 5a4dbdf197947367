import { join } from 'node:path';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricService } from '#domain/shared/operations/metrics.ts';
import { type Config, nameOf } from '../config.ts';
import { bySecretSetting, type EnvironmentName, environmentNames } from '../environment-names.ts';
import { bundledFunctions } from '../function-definition.ts';
import { type FunctionName, functions, type Grant, type PoolTrigger } from '../functions.ts';
import { acknowledgeNoResource } from '../nag-suppressions.ts';
import { publicFunctions } from '../routes.ts';
import { atOwnPool, type Grantable, isAtOwnPool, organizationStatementsFor, statementsFor } from './grants.ts';
import { OrganizationRole } from './organization-role.ts';

type Settings = Partial<Record<EnvironmentName, string>>;

interface Needs {
  api: boolean;
  grants: readonly Grant[];
  has(grant: Grant): boolean;
}

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

export const settingsOf = (name: FunctionName): EnvironmentName[] => {
  const row = functions[name];
  const grants: readonly Grant[] = [...row.grants, ...('inOrganization' in row ? row.inOrganization : [])];
  const needs: Needs = { api: 'endpoints' in row, grants, has: (grant) => grants.includes(grant) };
  return environmentNames.filter((setting) => neededBy[setting](needs));
};

/**
 * Returns the environment of a function; throws when `settings` has no value for a required name. The lease of effects
 * equals the timeout, so that no second worker starts an effect in progress.
 */
const environmentOf = (name: FunctionName, settings: Settings): Record<string, string> => {
  const given: Settings = { EFFECT_LEASE_SECONDS: String(functions[name].timeoutSeconds), ...settings };
  return Object.fromEntries(
    settingsOf(name).map((setting) => {
      const value = given[setting];
      if (value === undefined) throw new Error(`function ${name} needs ${setting}`);
      return [setting, value];
    }),
  );
};

const poolOperations: Record<PoolTrigger, cognito.UserPoolOperation> = {
  PreAuthentication: cognito.UserPoolOperation.PRE_AUTHENTICATION,
  PostAuthentication: cognito.UserPoolOperation.POST_AUTHENTICATION,
  PostConfirmation: cognito.UserPoolOperation.POST_CONFIRMATION,
};

interface PrivilegedFunctionProps {
  config: Config;
  name: FunctionName;
  on: Grantable;
  settings: Settings;
}

/** One function of the privilege table, in a role with exactly its grants. */
export class PrivilegedFunction extends lambda.Function {
  readonly #allowAtPool: (pool: cognito.IUserPool) => void;

  constructor(scope: Construct, id: string, { config, name, on, settings }: PrivilegedFunctionProps) {
    const row = functions[name];
    const { grants, timeoutSeconds, memoryMb } = row;
    const role = new iam.Role(scope, `${id}Role`, {
      roleName: nameOf(config, name),
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    });
    const organizationRole =
      'inOrganization' in row
        ? new OrganizationRole(scope, `${id}OrganizationRole`, config, { name, of: role })
        : undefined;
    const logGroup = new logs.LogGroup(scope, `${id}Log`, {
      encryptionKey: on.operationsKey,
      retention: logs.RetentionDays.ONE_YEAR,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    super(scope, id, {
      functionName: nameOf(config, name),
      // Tests that only synthesize need no bundles.
      code: Stack.of(scope).bundlingRequired
        ? lambda.Code.fromAsset(join(bundledFunctions, name))
        : lambda.Code.fromInline('export const handler = undefined;'),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMb,
      reservedConcurrentExecutions: publicFunctions().includes(name) ? config.publicConcurrency : undefined,
      environment: {
        ...environmentOf(name, { ...settings, ORGANIZATION_ROLE_ARN: organizationRole?.roleArn }),
        POWERTOOLS_SERVICE_NAME: metricService(config.stage),
      },
      role,
      logGroup,
    });
    const elsewhere = (grants as readonly Grant[]).filter((grant) => !isAtOwnPool(grant));
    const own = statementsFor(elsewhere, { ...on, ...(organizationRole ? { organizationRole } : {}) });
    for (const statement of [...own, writeLog(logGroup)]) role.addToPolicy(statement);
    if ((grants as readonly Grant[]).includes('malware-scan:ask')) acknowledgeNoResource(role);
    if (organizationRole && 'inOrganization' in row)
      for (const statement of organizationStatementsFor(row.inOrganization, on))
        organizationRole.addToPolicy(statement);
    Stack.of(this).exportValue(this.functionName);
    this.#allowAtPool = (pool) =>
      new iam.Policy(scope, `${id}AtPool`, { roles: [role], statements: atOwnPool(grants, pool, on) });
  }

  /**
   * Makes the function a trigger of the pool. Its rights on the pool are a separate policy, because the pool already
   * refers to the function.
   */
  serve(pool: cognito.UserPool, triggers: readonly PoolTrigger[]): void {
    for (const trigger of triggers) pool.addTrigger(poolOperations[trigger], this);
    this.#allowAtPool(pool);
  }
}

const writeLog = (logGroup: logs.LogGroup): iam.PolicyStatement =>
  new iam.PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
