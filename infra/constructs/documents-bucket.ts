import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type * as events from 'aws-cdk-lib/aws-events';
import * as guardduty from 'aws-cdk-lib/aws-guardduty';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct, type IDependable } from 'constructs';
import { documentKey, documentPlaces, scannedClean, scanTag } from '#domain/shared/operations/deployment.ts';
import { type Config, nameOf } from '../config.ts';
import { acknowledge, acknowledgeScanRule } from '../nag-suppressions.ts';
import { rolesWithGrant } from './keys.ts';
import { allow, viaService } from './table-access.ts';
import { uuid } from './table-grants.ts';

export const retainBucketPolicy = (bucket: s3.Bucket): void => {
  if (!bucket.policy) throw new Error(`${bucket.node.path} has no policy to keep`);
  bucket.policy.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
};

/**
 * Returns a fixed bucket name. Pages name the bucket in their security headers and the bucket names the site in its
 * CORS rules, so neither can wait for the other. The generation keeps it unique, because the bucket outlives its
 * stage.
 */
export const documentsBucketName = (scope: Construct, config: Config): string => {
  const suffix = config.generation > 1 ? `-${config.generation}` : '';
  return `${nameOf(config, 'documents')}-${Stack.of(scope).account}-${config.region}${suffix}`;
};

export const documentsHost = (scope: Construct, config: Config): string =>
  `https://${documentsBucketName(scope, config)}.s3.${config.region}.amazonaws.com`;

interface DocumentsBucketProps {
  config: Config;
  encryptionKey: kms.IKey;
  accessLogs: s3.IBucket;
  /** Origins of the staff site, the only one that uploads files. */
  origins: string[];
}

/**
 * Documents of cases (quality S-15 to S-17). Uploads stay in quarantine, where the bucket denies reads until GuardDuty
 * has tagged them clean; only the inspecting function moves them.
 */
export class DocumentsBucket extends Construct {
  readonly bucket: s3.Bucket;
  /** Matches GuardDuty's scan results of this bucket. */
  readonly scannedPattern: events.EventPattern;
  readonly #scans: guardduty.CfnMalwareProtectionPlan;

  constructor(scope: Construct, id: string, props: DocumentsBucketProps) {
    super(scope, id);
    const { config, encryptionKey } = props;
    const bucketName = documentsBucketName(this, config);
    this.bucket = new s3.Bucket(this, 'Files', {
      bucketName,
      encryption: s3.BucketEncryption.KMS,
      encryptionKey,
      bucketKeyEnabled: true,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      // Uploads with a progress event need a preflight request.
      cors: [
        {
          allowedOrigins: props.origins,
          allowedMethods: [s3.HttpMethods.POST],
          allowedHeaders: ['content-type'],
          maxAge: 3600,
        },
      ],
      serverAccessLogsBucket: props.accessLogs,
      serverAccessLogsPrefix: 'documents/',
      lifecycleRules: [
        // Much longer than the retries of a scan without a result.
        { prefix: `${documentPlaces.quarantine}/`, expiration: Duration.days(30) },
        // All versions expire: an old version would stay readable otherwise.
        {
          prefix: `${documentPlaces.zips}/`,
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // As long as the table's point-in-time restore. The shorter of two rules applies.
        { noncurrentVersionExpiration: Duration.days(35), abortIncompleteMultipartUploadAfter: Duration.days(1) },
        { expiredObjectDeleteMarker: true },
      ],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    retainBucketPolicy(this.bucket);
    acknowledge(this.bucket, 'logPolicyElsewhere');
    this.scannedPattern = {
      source: ['aws.guardduty'],
      detailType: ['GuardDuty Malware Protection Object Scan Result'],
      detail: { s3ObjectDetails: { bucketName: [bucketName] } },
    };
    const scanner = this.#scanner(encryptionKey);
    this.#guard(config, scanner);
    this.#scans = new guardduty.CfnMalwareProtectionPlan(this, 'Scans', {
      role: scanner.roleArn,
      protectedResource: {
        s3Bucket: { bucketName: this.bucket.bucketName, objectPrefixes: [`${documentPlaces.quarantine}/`] },
      },
      actions: { tagging: { status: 'ENABLED' } },
    });
    this.#scans.node.addDependency(scanner, this.bucket);
  }

  /**
   * GuardDuty tests its permissions during setup, and a new role takes minutes to propagate. Its test object would
   * block the rollback of a failed creation.
   */
  scanAfter(...others: IDependable[]): void {
    this.#scans.node.addDependency(...others);
  }

  /** As in GuardDuty's guide: it creates a rule for the bucket's events, reads new objects, and tags them. */
  #scanner(encryptionKey: kms.IKey): iam.Role {
    const { partition, region, account } = Stack.of(this);
    // GuardDuty sends no source account or ARN when it assumes the role.
    const role = new iam.Role(this, 'Scanner', {
      assumedBy: new iam.ServicePrincipal('malware-protection-plan.guardduty.amazonaws.com'),
    });
    const itsOwn = 'DO-NOT-DELETE-AmazonGuardDutyMalwareProtectionS3*';
    const rule = `arn:${partition}:events:${region}:${account}:rule/${itsOwn}`;
    const managed = { StringLike: { 'events:ManagedBy': 'malware-protection-plan.guardduty.amazonaws.com' } };
    const { bucketArn } = this.bucket;
    for (const statement of [
      allow(['events:PutRule', 'events:DeleteRule', 'events:PutTargets', 'events:RemoveTargets'], [rule], managed),
      allow(['events:DescribeRule', 'events:ListTargetsByRule'], [rule]),
      allow(['s3:ListBucket', 's3:GetBucketNotification', 's3:PutBucketNotification'], [bucketArn]),
      allow(['s3:PutObject'], [this.bucket.arnForObjects('malware-protection-resource-validation-object')]),
      allow(
        [
          's3:GetObject',
          's3:GetObjectVersion',
          's3:GetObjectTagging',
          's3:GetObjectVersionTagging',
          's3:PutObjectTagging',
          's3:PutObjectVersionTagging',
        ],
        [this.bucket.arnForObjects(documentKey('quarantine', uuid, uuid))],
      ),
      allow(['kms:Decrypt', 'kms:GenerateDataKey'], [encryptionKey.keyArn], viaService(encryptionKey, 's3')),
    ])
      role.addToPolicy(statement);
    acknowledgeScanRule(role, itsOwn);
    return role;
  }

  /** Denials that no grant of a function can override. */
  #guard(config: Config, scanner: iam.Role): void {
    const clean = [
      ...rolesWithGrant(this, config, 'documents:clear').ofAny,
      ...rolesWithGrant(this, config, 'documents:make').ofAny,
    ];
    const deny = (sid: string, actions: string[], files: string, conditions: Record<string, unknown>) =>
      this.bucket.addToResourcePolicy(
        new iam.PolicyStatement({
          sid,
          effect: iam.Effect.DENY,
          principals: [new iam.AnyPrincipal()],
          actions,
          resources: [this.bucket.arnForObjects(files)],
          conditions,
        }),
      );
    deny('NobodyReadsBeforeTheScan', ['s3:GetObject', 's3:GetObjectVersion'], `${documentPlaces.quarantine}/*`, {
      StringNotEquals: { [`s3:ExistingObjectTag/${scanTag}`]: scannedClean },
      ArnNotEquals: { 'aws:PrincipalArn': scanner.roleArn },
    });
    deny(
      'TheScannerAloneTags',
      ['s3:PutObjectTagging', 's3:PutObjectVersionTagging', 's3:DeleteObjectTagging', 's3:DeleteObjectVersionTagging'],
      '*',
      { ArnNotEquals: { 'aws:PrincipalArn': scanner.roleArn } },
    );
    deny('OnlyWhatWasLookedAtIsServed', ['s3:PutObject'], `${documentPlaces.clean}/*`, {
      ArnNotEquals: { 'aws:PrincipalArn': clean },
    });
  }
}
