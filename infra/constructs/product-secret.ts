import { CfnOutput, RemovalPolicy } from 'aws-cdk-lib';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { acknowledge } from '../nag-suppressions.ts';
import { type SecretName, secretRows, secretTitle } from '../secrets.ts';

/**
 * Every secret of the list, each with a generated first value. What is generated depends on nothing, because
 * CloudFormation makes a new value when it changes: what an operator put in is never generated over. A secret that waits
 * for its operator holds a field `unset` and nothing that its readers look for.
 */
export const productSecrets = (scope: Construct, encryptionKey: kms.IKey): Record<SecretName, secretsmanager.Secret> =>
  Object.fromEntries(
    secretRows.map(([name, { description, generated }]) => {
      const secret = new secretsmanager.Secret(scope, `${secretTitle(name)}Secret`, {
        description,
        encryptionKey,
        generateSecretString: {
          secretStringTemplate: '{}',
          generateStringKey: generated ?? 'unset',
          passwordLength: 48,
          excludePunctuation: true,
        },
        removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      });
      acknowledge(secret, 'rotatedByHand');
      if (!generated) new CfnOutput(scope, `${secretTitle(name)}SecretArn`, { value: secret.secretArn });
      return [name, secret];
    }),
  ) as Record<SecretName, secretsmanager.Secret>;
