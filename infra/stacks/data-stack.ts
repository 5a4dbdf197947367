import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { tableShape } from '#domain/shared/operations/deployment.ts';
import { type Config, nameOf, type StackId, stackNameOf } from '../config.ts';
import { retainBucketPolicy } from '../constructs/documents-bucket.ts';
import { AuditKey, OperationsKey, PartnerKey, SsnKey, SubjectKey } from '../constructs/keys.ts';
import { type SecretName, secretRows, secretTitle } from '../environment-names.ts';
import { acknowledge } from '../nag-suppressions.ts';

/**
 * Creates every secret with a generated first value. Its template is constant, because CloudFormation generates a new
 * value over the operator's when it changes. A secret without a value has the field `unset`, which no reader looks
 * for.
 */
const productSecrets = (scope: Construct, encryptionKey: kms.IKey): Record<SecretName, secretsmanager.Secret> =>
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

const text = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });

export class DataStack extends Stack {
  readonly dataKey: kms.Key;
  readonly ssnKey: SsnKey;
  readonly auditKey: AuditKey;
  readonly subjectKey: SubjectKey;
  readonly partnerKey: PartnerKey;
  readonly operationsKey: OperationsKey;
  readonly table: dynamodb.TableV2;
  readonly accessLogs: s3.Bucket;
  readonly auditWitness: s3.Bucket;
  readonly secrets: ReturnType<typeof productSecrets>;

  constructor(scope: Construct, id: StackId, config: Config) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id), terminationProtection: true });

    this.dataKey = new kms.Key(this, 'DataKey', {
      alias: nameOf(config, 'data'),
      description: 'The table, its stream, and documents',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.ssnKey = new SsnKey(this, 'SsnKey', config);
    this.auditKey = new AuditKey(this, 'AuditKey', config);
    this.subjectKey = new SubjectKey(this, 'SubjectKey', config);
    this.partnerKey = new PartnerKey(this, 'PartnerKey', config);
    this.operationsKey = new OperationsKey(this, 'OperationsKey', config);

    this.secrets = productSecrets(this, this.operationsKey);
    this.accessLogs = this.#accessLogs();
    this.auditWitness = this.#auditWitness();
    this.table = new dynamodb.TableV2(this, 'Table', {
      partitionKey: text(tableShape.partitionKey),
      sortKey: text(tableShape.sortKey),
      globalSecondaryIndexes: tableShape.indexes.map((indexName) => ({
        indexName,
        partitionKey: text(`${indexName}pk`),
        sortKey: text(`${indexName}sk`),
        projectionType: dynamodb.ProjectionType.INCLUDE,
        nonKeyAttributes: [...tableShape.projected],
      })),
      dynamoStream: dynamodb.StreamViewType[tableShape.streamView],
      timeToLiveAttribute: tableShape.expiry,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      // Limits a runaway client to dollars an hour; far above the use of all homes together.
      billing: dynamodb.Billing.onDemand({ maxReadRequestUnits: 8000, maxWriteRequestUnits: 4000 }),
      encryption: dynamodb.TableEncryptionV2.customerManagedKey(this.dataKey),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });

    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    // Created last: CloudFormation cannot roll back a resource with deletion protection.
    this.table.node.addDependency(
      this.ssnKey,
      this.auditKey,
      this.subjectKey,
      this.partnerKey,
      this.operationsKey,
      this.accessLogs,
      this.auditWitness,
      ...Object.values(this.secrets),
    );
  }

  /** Resources that other stacks grant. The operations key is imported there, because its policy lists its users. */
  get grantable() {
    const { table, dataKey, ssnKey, auditKey, subjectKey, partnerKey, auditWitness, secrets } = this;
    return { table, dataKey, ssnKey, auditKey, subjectKey, partnerKey, auditWitness, secrets };
  }

  /**
   * Record of how far each audit trail is sealed. Object lock keeps every version for a month, so that write access to
   * the table and to this bucket cannot hide what was sealed.
   */
  #auditWitness(): s3.Bucket {
    const bucket = new s3.Bucket(this, 'AuditWitness', {
      encryption: s3.BucketEncryption.KMS,
      encryptionKey: this.operationsKey,
      bucketKeyEnabled: true,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      objectLockDefaultRetention: s3.ObjectLockRetention.compliance(Duration.days(30)),
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: 'audit-witness/',
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(31) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    retainBucketPolicy(bucket);
    return bucket;
  }

  #accessLogs(): s3.Bucket {
    const bucket = new s3.Bucket(this, 'AccessLogs', {
      // Access log delivery supports only S3's own key.
      encryption: s3.BucketEncryption.S3_MANAGED,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      lifecycleRules: [{ expiration: Duration.days(90), noncurrentVersionExpiration: Duration.days(1) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    retainBucketPolicy(bucket);
    acknowledge(bucket, 'takesTheLogs');
    const write = (service: string, keys: string, source: string) =>
      bucket.addToResourcePolicy(
        new iam.PolicyStatement({
          principals: [new iam.ServicePrincipal(service)],
          actions: ['s3:PutObject'],
          resources: [bucket.arnForObjects(keys)],
          conditions: { StringEquals: { 'aws:SourceAccount': this.account }, ArnLike: { 'aws:SourceArn': source } },
        }),
      );
    for (const files of ['sites/*', 'documents/*'])
      write('logging.s3.amazonaws.com', files, `arn:${this.partition}:s3:::*`);
    write(
      'delivery.logs.amazonaws.com',
      `AWSLogs/${this.account}/*`,
      `arn:${this.partition}:logs:${this.region}:${this.account}:delivery-source:*`,
    );
    return bucket;
  }
}
