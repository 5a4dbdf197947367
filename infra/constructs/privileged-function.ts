import { resolve } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Charset, LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricService } from '#domain/operations/metrics.ts';
import { bundling, entryFile } from '../bundling.ts';
import { type Config, nameOf } from '../config.ts';
import { environmentOf, type Settings } from '../function-environment.ts';
import { type FunctionName, functions } from '../functions.ts';
import { routes } from '../routes.ts';
import { type Grantable, statementsFor } from './grants.ts';

const root = resolve(import.meta.dirname, '../..');

interface PrivilegedFunctionProps {
  config: Config;
  name: FunctionName;
  on: Grantable;
  /** Every setting that the stack knows; the function gets those that its row needs. */
  settings: Settings;
}

/** One row of the privilege table: a function with a role of its own that may do what its grant words say, no more. */
export class PrivilegedFunction extends NodejsFunction {
  constructor(scope: Construct, id: string, { config, name, on, settings }: PrivilegedFunctionProps) {
    const { entry, grants, timeoutSeconds, memoryMb } = functions[name];
    const role = new iam.Role(scope, `${id}Role`, {
      roleName: nameOf(config, name),
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    });
    const logGroup = new logs.LogGroup(scope, `${id}Log`, {
      encryptionKey: on.operationsKey,
      retention: logs.RetentionDays.ONE_YEAR,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    super(scope, id, {
      functionName: nameOf(config, name),
      entry: resolve(root, entryFile(entry)),
      projectRoot: root,
      depsLockFilePath: resolve(root, 'package-lock.json'),
      bundling: {
        ...bundling,
        format: OutputFormat.ESM,
        charset: Charset.UTF8,
        logLevel: LogLevel.WARNING,
        mainFields: [...bundling.mainFields],
      },
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMb,
      reservedConcurrentExecutions: isPublic(name) ? config.publicConcurrency : undefined,
      awsSdkConnectionReuse: false,
      environment: { ...environmentOf(name, settings), POWERTOOLS_SERVICE_NAME: metricService(config.stage) },
      role,
      logGroup,
    });
    for (const statement of [...statementsFor(grants, on), writeLog(logGroup)]) role.addToPolicy(statement);
  }
}

/** Anybody may call it: it serves a public row. */
const isPublic = (name: FunctionName): boolean => routes().some((route) => route.public && route.functionName === name);

const writeLog = (logGroup: logs.LogGroup): iam.PolicyStatement =>
  new iam.PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
