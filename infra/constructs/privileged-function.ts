import { join } from 'node:path';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricService } from '#domain/shared/operations/metrics.ts';
import { bundledFunctions } from '../bundling.ts';
import { type Config, nameOf } from '../config.ts';
import { environmentOf, type Settings } from '../function-environment.ts';
import { type FunctionName, functions, type Grant, type PoolTrigger } from '../functions.ts';
import { acknowledgeNoResource } from '../nag-suppressions.ts';
import { publicFunctions } from '../routes.ts';
import { atOwnPool, type Grantable, isAtOwnPool, organizationStatementsFor, statementsFor } from './grants.ts';
import { OrganizationRole } from './organization-role.ts';

const poolOperations: Record<PoolTrigger, cognito.UserPoolOperation> = {
  PreAuthentication: cognito.UserPoolOperation.PRE_AUTHENTICATION,
  PostAuthentication: cognito.UserPoolOperation.POST_AUTHENTICATION,
  PostConfirmation: cognito.UserPoolOperation.POST_CONFIRMATION,
};

interface PrivilegedFunctionProps {
  config: Config;
  name: FunctionName;
  on: Grantable;
  /** Every setting that the stack knows; the function gets those that its row needs. */
  settings: Settings;
}

/** One row of the privilege table: a function with a role of its own that may do what its grant words say, no more. */
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
      // Templates that are only looked at need no bundles.
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
    // The Alarms of the release before import it: to be taken away with the release after this one.
    Stack.of(this).exportValue(this.functionName);
    this.#allowAtPool = (pool) =>
      new iam.Policy(scope, `${id}AtPool`, { roles: [role], statements: atOwnPool(grants, pool, on) });
  }

  /** Makes it a trigger of the pool. What it may do there is a policy apart, as the pool names the function before. */
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
