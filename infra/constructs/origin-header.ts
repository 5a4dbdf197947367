import { SecretValue } from 'aws-cdk-lib';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';

/** Header that CloudFront adds and every API function demands (quality S-25). */
const originHeader = 'x-origin-verify';

/**
 * What CloudFront sends to prove to the API that a request came through it and its firewall, as a reference that
 * CloudFormation resolves: the value is in no template. The secret is JSON `{current, previous}`; functions accept both,
 * CloudFront sends `current`. To rotate without a refused request:
 *
 * 1. put a new secret value `{"current": <new>, "previous": <the old current>}` and note its VersionId;
 * 2. wait 5 minutes, so that every function has read it;
 * 3. deploy with `originSecretVersion` set to that VersionId: CloudFront begins to send the new value;
 * 4. at the next rotation the old value falls out by itself.
 */
export const originHeaders = (secret: secretsmanager.ISecret, versionId?: string): Record<string, string> => ({
  [originHeader]: SecretValue.secretsManager(secret.secretArn, { jsonField: 'current', versionId }).unsafeUnwrap(),
});
