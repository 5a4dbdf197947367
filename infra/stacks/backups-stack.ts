import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { type Config, drillBucketOf, drillNameOf, type StackId, stackNameOf, vaultNameOf } from '../config.ts';
import { allow, tableKeyUse, viaService } from '../constructs/table-access.ts';
import { accountInFindings, acknowledgeBackupRights } from '../nag-suppressions.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';

const rules = [
  { name: 'Daily', weekDay: undefined, kept: Duration.days(8) },
  { name: 'Weekly', weekDay: 'SUN', kept: Duration.days(35) },
] as const;

const forAwsResource = { Bool: { 'kms:GrantIsForAWSResource': 'true' } };

/**
 * Backups of the table and the buckets in a locked vault of this account, with copies in the other account's vault.
 * Deployed after the pages, because an Organization's policies may refuse AWS Backup.
 */
export class BackupsStack extends Stack {
  constructor(scope: Construct, id: StackId, config: Config, { data, edge }: { data: DataStack; edge: EdgeStack }) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    const vaultKey = new kms.Key(this, 'Key', {
      description: 'Copies of the data',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const vault = new backup.BackupVault(this, 'Vault', {
      backupVaultName: vaultNameOf(config),
      encryptionKey: vaultKey,
      blockRecoveryPointDeletion: true,
      lockConfiguration: { minRetention: rules[0].kept },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const { backupVault } = config;
    const elsewhere = backupVault && backup.BackupVault.fromBackupVaultArn(this, 'Elsewhere', backupVault);
    const plan = new backup.BackupPlan(this, 'Plan', {
      // CDK would use "Plan", which two stages of an account would share.
      backupPlanName: vaultNameOf(config),
      backupVault: vault,
      backupPlanRules: rules.map(
        ({ name, weekDay, kept }) =>
          new backup.BackupPlanRule({
            ruleName: name,
            // Before offices on the East Coast open.
            scheduleExpression: Schedule.cron({ hour: '6', minute: '0', ...(weekDay ? { weekDay } : {}) }),
            deleteAfter: kept,
            ...(elsewhere ? { copyActions: [{ destinationBackupVault: elsewhere, deleteAfter: kept }] } : {}),
          }),
      ),
    });
    const buckets = [edge.exportValue(edge.documents.bucket.bucketArn), data.exportValue(data.auditWitness.bucketArn)];
    const keys = [data.dataKey, data.operationsKey, vaultKey].map((key) => key.keyArn);
    plan.addSelection('Data', {
      resources: [data.table.tableArn, ...buckets].map((arn) => backup.BackupResource.fromArn(arn)),
      role: this.#copier(data.table.tableArn, buckets, keys, [
        vault.backupVaultArn,
        ...(backupVault ? [backupVault] : []),
      ]),
      disableDefaultBackupPolicy: true,
    });
    this.#drill(config, vaultKey);
  }

  /** Grants the actions of AWS's backup policies for tables and buckets, on these resources only. */
  #copier(table: string, buckets: string[], keys: string[], vaults: string[]): iam.Role {
    const role = new iam.Role(this, 'Copier', { assumedBy: new iam.ServicePrincipal('backup.amazonaws.com') });
    const objects = buckets.map((bucket) => `${bucket}/*`);
    const rule = this.formatArn({ service: 'events', resource: 'rule', resourceName: 'AwsBackupManagedRule*' });
    const recoveryPoints = this.formatArn({
      service: 'backup',
      resource: 'recovery-point',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const through = (service: string) => ({
      StringEquals: { 'kms:ViaService': `${service}.${this.region}.amazonaws.com` },
    });
    for (const statement of [
      allow(['dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'], [table]),
      allow(['kms:Decrypt', 'kms:GenerateDataKey'], [keys[0] ?? ''], through('dynamodb')),
      allow(
        [
          's3:GetBucketAcl',
          's3:GetBucketLocation',
          's3:GetBucketNotification',
          's3:GetBucketTagging',
          's3:GetBucketVersioning',
          's3:GetInventoryConfiguration',
          's3:ListBucket',
          's3:ListBucketVersions',
          's3:ListTagsForResource',
          's3:PutBucketNotification',
          's3:PutInventoryConfiguration',
        ],
        buckets,
      ),
      allow(
        [
          's3:GetObject',
          's3:GetObjectAcl',
          's3:GetObjectTagging',
          's3:GetObjectVersion',
          's3:GetObjectVersionAcl',
          's3:GetObjectVersionTagging',
        ],
        objects,
      ),
      allow(['kms:Decrypt'], keys, through('s3')),
      allow(['kms:DescribeKey'], keys),
      allow(['kms:CreateGrant'], keys, forAwsResource),
      // AWS Backup copies the tags of the source to each copy, and fails without this right.
      allow(['backup:TagResource'], [recoveryPoints]),
      allow(
        [
          'events:DeleteRule',
          'events:DescribeRule',
          'events:DisableRule',
          'events:EnableRule',
          'events:ListTargetsByRule',
          'events:PutRule',
          'events:PutTargets',
          'events:RemoveTargets',
        ],
        [rule],
      ),
      allow(['backup:CopyFromBackupVault', 'backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'], vaults),
      // These actions have no resource-level permissions.
      allow(['cloudwatch:GetMetricData', 'events:ListRules', 's3:ListAllMyBuckets', 'tag:GetResources'], ['*']),
    ])
      role.addToPolicy(statement);
    const exported = buckets.map(
      (bucket) => (this.resolve(bucket) as { 'Fn::ImportValue': string })['Fn::ImportValue'],
    );
    acknowledgeBackupRights(role, [
      ...exported.map((exportedPath) => `${exportedPath}/*`),
      `arn:aws:events:${this.region}:${accountInFindings(this)}:rule/AwsBackupManagedRule*`,
      `arn:aws:backup:${this.region}:${accountInFindings(this)}:recovery-point:*`,
      '*',
    ]);
    return role;
  }

  /** Role of restore drills: it writes only the table and the bucket of the drill. */
  #drill(config: Config, vaultKey: kms.Key): void {
    const role = new iam.Role(this, 'Drill', {
      roleName: drillNameOf(config),
      assumedBy: new iam.ServicePrincipal('backup.amazonaws.com'),
    });
    const table = this.formatArn({ service: 'dynamodb', resource: 'table', resourceName: drillNameOf(config) });
    const bucket = `arn:${this.partition}:s3:::${drillBucketOf(config, this.account)}`;
    for (const statement of [
      allow(
        [
          'BatchWriteItem',
          'DeleteItem',
          'DescribeTable',
          'GetItem',
          'PutItem',
          'Query',
          'Scan',
          'UpdateItem',
          'RestoreTableFromAwsBackup',
        ].map((action) => `dynamodb:${action}`),
        [table],
      ),
      allow(
        [
          's3:CreateBucket',
          's3:GetBucketLocation',
          's3:GetBucketOwnershipControls',
          's3:GetBucketVersioning',
          's3:ListBucket',
          's3:ListBucketVersions',
          's3:PutBucketOwnershipControls',
          's3:PutBucketVersioning',
        ],
        [bucket],
      ),
      allow(
        [
          's3:DeleteObject',
          's3:GetObject',
          's3:GetObjectAcl',
          's3:GetObjectTagging',
          's3:GetObjectVersion',
          's3:GetObjectVersionAcl',
          's3:ListMultipartUploadParts',
          's3:PutObject',
          's3:PutObjectAcl',
          's3:PutObjectTagging',
          's3:PutObjectVersionAcl',
        ],
        [`${bucket}/*`],
      ),
      tableKeyUse(vaultKey),
      allow(['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'], [vaultKey.keyArn], viaService(vaultKey, 's3')),
      allow(['kms:DescribeKey'], [vaultKey.keyArn]),
      allow(['kms:CreateGrant'], [vaultKey.keyArn], forAwsResource),
    ])
      role.addToPolicy(statement);
    acknowledgeBackupRights(role, [`arn:aws:s3:::${drillBucketOf(config, accountInFindings(this))}/*`]);
  }
}
