import { Stack } from 'aws-cdk-lib';
import * as kms from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { type Config, type StackId, stackNameOf } from '../config.ts';
import { PrivilegedFunction } from '../constructs/privileged-function.ts';
import { type FunctionName, functions } from '../functions.ts';
import { type BaseStacks, functionSettings } from './function-settings.ts';

/** Public settings of the bot check; without an address, reports stay unverified. */
const verifiers: Record<Config['botCheck'], object> = {
  none: {},
  recaptcha: { verifyUrl: 'https://www.google.com/recaptcha/api/siteverify', minScore: 0.5, action: 'public_submit' },
  turnstile: { verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify', action: 'public_submit' },
};

const apiFunctions = (Object.keys(functions) as FunctionName[]).filter((name) => 'endpoints' in functions[name]);

/** Functions of the API. Their routes are in the next stack: together they exceed CloudFormation's limit. */
export class ApiStack extends Stack {
  readonly functions = new Map<FunctionName, PrivilegedFunction>();

  constructor(scope: Construct, id: StackId, config: Config, stacks: BaseStacks) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    const { data, identity, edge } = stacks;
    const operationsKey = kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn);
    const on = {
      ...data.grantable,
      documents: edge.documents.bucket,
      operationsKey,
      userPool: identity.pool,
    };
    const settings = {
      ...functionSettings(config, stacks),
      SSN_KEY_ID: data.ssnKey.keyArn,
      // Accepts only tokens that the intake site created.
      BOT_CHECK: JSON.stringify({
        ...verifiers[config.botCheck],
        ...(config.botCheck === 'none' ? {} : { hostnames: edge.intake.hosts }),
      }),
      USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
      SITE_ORIGINS: JSON.stringify({ staff: edge.staff.origins, intake: edge.intake.origins }),
      RATE_LIMITS: 'on',
    };
    for (const name of apiFunctions)
      this.functions.set(name, new PrivilegedFunction(this, name, { config, name, on, settings }));
  }
}
