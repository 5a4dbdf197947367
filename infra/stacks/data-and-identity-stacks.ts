import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { tableShape } from '#domain/shared/operations/table-shape.ts';
import { resetCodeMail } from '../cognito-emails.ts';
import { type Config, nameOf, type StackId, stackNameOf } from '../config.ts';
import { retainBucketPolicy } from '../constructs/documents-bucket.ts';
import { SignInFirewall } from '../constructs/firewall.ts';
import { AuditKey, OperationsKey, PartnerKey, SsnKey, SubjectKey } from '../constructs/keys.ts';
import { Sender } from '../constructs/mail.ts';
import { PrivilegedFunction } from '../constructs/privileged-function.ts';
import { type SecretName, secretRows, secretTitle } from '../environment-names.ts';
import { type FunctionName, functions } from '../functions.ts';
import { acknowledge } from '../nag-suppressions.ts';

/**
 * Every secret of the list, each with a generated first value. What is generated depends on nothing, because
 * CloudFormation makes a new value when it changes: what an operator put in is never generated over. A secret that waits
 * for its operator holds a field `unset` and nothing that its readers look for.
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

/** What must outlive every deployment: the keys, the one table, the secrets, and the bucket of access logs. */
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
      // A runaway client costs dollars an hour, not hundreds; far above what all homes together do.
      billing: dynamodb.Billing.onDemand({ maxReadRequestUnits: 8000, maxWriteRequestUnits: 4000 }),
      encryption: dynamodb.TableEncryptionV2.customerManagedKey(this.dataKey),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });

    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    // Made last: a stack whose creation fails cannot take back what is protected against deletion.
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

  /** What the functions of other stacks are granted here. The key of operations is imported there: it is told of its users. */
  get grantable() {
    const { table, dataKey, ssnKey, auditKey, subjectKey, partnerKey, auditWitness, secrets } = this;
    return { table, dataKey, ssnKey, auditKey, subjectKey, partnerKey, auditWitness, secrets };
  }

  /**
   * How far each organization's audit trail was sealed. Every version stays for a month whoever asks for its removal:
   * who can write the table, and even who can write here, leaves what was sealed before in plain view.
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
      // The delivery of access logs supports S3's own key alone.
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

/** Who staff are: the user pool, the one client of the staff site, and whom its mail comes from. Families have no account. */
export class IdentityStack extends Stack {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;
  readonly sender: Sender;
  readonly firewall: SignInFirewall;

  /** What the pool calls. */
  readonly functions = new Map<FunctionName, PrivilegedFunction>();

  constructor(scope: Construct, id: StackId, config: Config, { data }: { data: DataStack }) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id), terminationProtection: true });
    this.sender = new Sender(this, 'Sender', config);

    this.pool = new cognito.UserPool(this, 'Staff', {
      userPoolName: nameOf(config, 'staff'),
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      // The product's own rule and messages (D1 §7): no symbol asked for.
      passwordPolicy: {
        minLength: 8,
        requireUppercase: true,
        requireLowercase: true,
        requireDigits: true,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      // Plus (threat protection, breached passwords) costs about four times as much per user; raise it here when the
      // owner decides so: featurePlan PLUS and standardThreatProtectionMode FULL_FUNCTION.
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      email:
        config.signInMail === 'ses'
          ? cognito.UserPoolEmail.withSES({
              fromEmail: this.sender.address,
              fromName: 'Stillwater',
              sesRegion: config.region,
              // Cognito asks for this very identity, and it is the domain that is verified.
              sesVerifiedDomain: this.sender.domain,
            })
          : cognito.UserPoolEmail.withCognito(),
      userVerification: {
        emailSubject: resetCodeMail.subject,
        emailBody: resetCodeMail.body,
        smsMessage: resetCodeMail.body,
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });

    acknowledge(this.pool, 'passwordWithoutSymbol', 'optionalMfa', 'essentialsTier');

    this.client = this.pool.addClient('Web', {
      generateSecret: false,
      disableOAuth: true,
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.days(30),
      // Two tabs may refresh at once.
      refreshTokenRotationGracePeriod: Duration.seconds(30),
      // Not the address: it is the sign-in name, and the office changes it.
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ givenName: true, familyName: true }),
    });
    this.#putOnRecord(config, data);
    this.firewall = new SignInFirewall(this, 'Firewall', nameOf(config, 'sign-in'));
    new CfnOutput(this, 'UserPoolId', { value: this.pool.userPoolId });
  }

  /** Sign-ins are put on record, and a forgotten password ends all sessions. */
  #putOnRecord(config: Config, data: DataStack): void {
    const operationsKey = kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn);
    const on = { ...data.grantable, operationsKey };
    const settings = { TABLE_NAME: data.table.tableName };
    const name = 'sign-ins';
    const fn = new PrivilegedFunction(this, name, { config, name, on, settings });
    fn.serve(this.pool, functions[name].trigger.userPool);
    this.functions.set(name, fn);
  }
}
