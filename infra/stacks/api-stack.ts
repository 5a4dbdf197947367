import { Stack } from 'aws-cdk-lib';
import * as kms from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { type Config, googleEndpoints, quickBooksOf, type StackId, signingServicesOf, stackNameOf } from '../config.ts';
import { PrivilegedFunction } from '../constructs/privileged-function.ts';
import { bySecretSetting } from '../environment-names.ts';
import { type FunctionName, functions } from '../functions.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { IdentityStack } from './identity-stack.ts';

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

  constructor(
    scope: Construct,
    id: StackId,
    config: Config,
    { data, identity, edge }: { data: DataStack; identity: IdentityStack; edge: EdgeStack },
  ) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    const operationsKey = kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn);
    const on = {
      ...data.grantable,
      documents: edge.documents.bucket,
      operationsKey,
      userPool: identity.pool,
    };
    const settings = {
      TABLE_NAME: data.table.tableName,
      AUDIT_KEY_ID: data.auditKey.keyArn,
      SUBJECT_KEY_ID: data.subjectKey.keyArn,
      PARTNER_KEY_ID: data.partnerKey.keyArn,
      SIGNING_SERVICES: JSON.stringify(signingServicesOf(config)),
      QUICKBOOKS: JSON.stringify(quickBooksOf(config)),
      GOOGLE_ENDPOINTS: JSON.stringify(googleEndpoints),
      AUDIT_WITNESS_BUCKET: data.auditWitness.bucketName,
      DOCUMENTS_BUCKET: edge.documents.bucket.bucketName,
      SSN_KEY_ID: data.ssnKey.keyArn,
      ...bySecretSetting((name) => data.secrets[name].secretArn),
      // Accepts only tokens that the intake site created.
      BOT_CHECK: JSON.stringify({
        ...verifiers[config.botCheck],
        ...(config.botCheck === 'none' ? {} : { hostnames: edge.intake.hosts }),
      }),
      USER_POOL_ID: identity.pool.userPoolId,
      USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
      STAFF_SITE_URL: edge.staff.url,
      SITE_ORIGINS: JSON.stringify({ staff: edge.staff.origins, intake: edge.intake.origins }),
      RATE_LIMITS: 'on',
    };
    for (const name of apiFunctions)
      this.functions.set(name, new PrivilegedFunction(this, name, { config, name, on, settings }));
  }
}
