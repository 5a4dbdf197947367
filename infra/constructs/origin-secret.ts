import { type RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledged-findings.ts';

/** Header that CloudFront adds and every API function demands (quality S-25). */
const originHeader = 'x-origin-verify';

/**
 * The value that proves to the API that a request came through CloudFront and its firewall: JSON `{current, previous}`.
 * Functions accept both; CloudFront sends `current`. To rotate without a refused request:
 *
 * 1. put a new secret value `{"current": <new>, "previous": <the old current>}` and note its VersionId;
 * 2. wait 5 minutes, so that every function has read it;
 * 3. deploy with `-c originSecretVersion=<VersionId>`: CloudFront begins to send the new value;
 * 4. at the next rotation the old value falls out by itself.
 */
export class OriginSecret extends secretsmanager.Secret {
  constructor(
    scope: Construct,
    id: string,
    { encryptionKey, removalPolicy }: { encryptionKey: kms.IKey; removalPolicy: RemovalPolicy },
  ) {
    super(scope, id, {
      description: `${originHeader}: proves that a request came through CloudFront`,
      encryptionKey,
      removalPolicy,
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'current',
        passwordLength: 48,
        excludePunctuation: true,
      },
    });
    acknowledge(this, 'rotatedByHand');
  }

  /** What CloudFront is to send, as a reference that CloudFormation resolves: the value is in no template. */
  header(version: string | undefined): Record<string, string> {
    const current = SecretValue.secretsManager(this.secretArn, { jsonField: 'current', versionId: version });
    return { [originHeader]: current.unsafeUnwrap() };
  }
}
