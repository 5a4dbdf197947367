import { Stack, Token, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

interface Finding {
  /** Rule, with the exact finding where the rule has several. */
  id: string;
  reason: string;
}

const review = '2027-05';

/**
 * Accepted findings of cdk-nag's AwsSolutions rules and warnings of CDK, with reasons. A construct names the finding
 * that it causes, so that the same finding elsewhere still fails the synthesis.
 */
const findings = {
  publicRoute: {
    id: 'AwsSolutions-APIG4',
    reason: 'Public by contract; protected by WAF, rate limits and the bot check.',
  },
  passwordWithoutSymbol: {
    id: 'AwsSolutions-COG1',
    reason: 'The product asks for length, upper case, lower case and a digit; forced symbols make passwords worse.',
  },
  optionalMfa: {
    id: 'AwsSolutions-COG2',
    reason: 'Each organization decides; where it asks administrators for it, the API answers them nothing without it.',
  },
  essentialsTier: {
    id: 'AwsSolutions-COG8',
    reason: 'Threat protection costs several times more for each user; to be decided by the owner, one line to change.',
  },
  everyCountry: {
    id: 'AwsSolutions-CFR1',
    reason: 'A relative may report a death from anywhere.',
  },
  chosenAccessLog: {
    id: 'AwsSolutions-CFR3',
    reason: 'Logged by standard logging v2 with chosen fields, which this rule does not see: paths hold secret tokens.',
  },
  defaultCertificate: {
    id: 'AwsSolutions-CFR4',
    reason:
      'Only while no domain is configured: CloudFront’s own certificate fixes the protocol. With one it is TLS 1.2.',
  },
  rotatedByHand: {
    id: 'AwsSolutions-SMG4',
    reason: 'Rotation spans CloudFront or a partner’s console and is a documented procedure with two valid values.',
  },
  deadLetters: {
    id: 'AwsSolutions-SQS3',
    reason: 'It is the dead-letter queue of a stream reader, which this rule does not see.',
  },
  deployerRuntime: {
    id: 'AwsSolutions-L1',
    reason: "CDK's own handler; runs only during deployments. aws-cdk-lib sets its runtime.",
  },
  wideKeyPolicyNotNeeded: {
    id: 'Annotation::@aws-cdk/aws-cloudfront-origins:wildcardKeyPolicyForOac',
    reason: 'The key’s policy in the data stack names the distributions of this account.',
  },
  keyPolicyElsewhere: {
    id: 'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedKeyPolicyOac',
    reason: 'The key’s policy in the data stack lets CloudFront decrypt.',
  },
  takesTheLogs: {
    id: 'AwsSolutions-S1',
    reason: 'It is the bucket that access logs go into.',
  },
  listedByCloudFront: {
    id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
    reason: 'Every distribution has a root object; list permission makes missing files return 404.',
  },
  logPolicyElsewhere: {
    id: 'Annotation::@aws-cdk/aws-s3:accessLogsPolicyNotAdded',
    reason: 'The policy of the log bucket in the data stack lets S3 write.',
  },
} as const satisfies Record<string, Finding>;

export const acknowledge = (construct: IConstruct, ...names: (keyof typeof findings)[]): void => {
  for (const { id, reason } of names.map((name) => findings[name]))
    Validations.of(construct).acknowledge({ id, reason: `${reason} Review ${review}.` });
};

export const accountInFindings = (construct: IConstruct): string => {
  const { account } = Stack.of(construct);
  return Token.isUnresolved(account) ? '<AWS::AccountId>' : account;
};

export const acknowledgeRecipients = (construct: IConstruct): void =>
  Validations.of(construct).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:aws:ses:${Stack.of(construct).region}:${accountInFindings(construct)}:identity/*]`,
    reason: `Only while the account is in the SES sandbox, and only from our own sender. Review ${review}.`,
  });

/** Acknowledges `bucket/*`: IAM names the objects of a bucket only in this way. */
export const acknowledgeObjectsOf = (construct: IConstruct, bucketArn: string): void =>
  Validations.of(construct).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${bucketArn}/*]`,
    reason: `The objects of one bucket, whose names are not known beforehand. Review ${review}.`,
  });

/** Acknowledges GuardDuty's own rule in its scanner role, as in its guide. */
export const acknowledgeScanRule = (construct: IConstruct, rule: string): void =>
  Validations.of(construct).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:aws:events:${Stack.of(construct).region}:${accountInFindings(construct)}:rule/${rule}]`,
    reason: `GuardDuty names its rule itself, and is held to the rules that it manages. Review ${review}.`,
  });

/** Acknowledges `*` for actions without resource-level permissions. */
export const acknowledgeNoResource = (construct: IConstruct): void =>
  Validations.of(construct).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: `GuardDuty's request for a scan names no resource in IAM; it reads nothing and changes nothing. Review ${review}.`,
  });

/**
 * Acknowledges objects of named buckets, AWS Backup's own rules, and its actions without resource-level permissions.
 */
export const acknowledgeBackupRights = (construct: IConstruct, resources: readonly string[]): void => {
  for (const resource of resources)
    Validations.of(construct).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${resource}]`,
      reason: `As AWS's own policies for backups grant it, on named tables and buckets. Review ${review}.`,
    });
};
