import { describe, expect, it } from 'vitest';
import { synthesize } from '#tests/infra/synthesis.ts';
import { everything } from '#tests/infra/variants.ts';

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

const alone = await synthesize();
const copied = await synthesize(everything);
const rulesOf = ({ all }: typeof alone) =>
  all('AWS::Backup::BackupPlan')[0]?.Properties.BackupPlan.BackupPlanRule as {
    Lifecycle: { DeleteAfterDays: number };
    CopyActions?: { DestinationBackupVaultArn: string; Lifecycle: { DeleteAfterDays: number } }[];
  }[];
const statementsOf = (role: string): { actions: string[]; resources: string[] }[] =>
  alone
    .all('AWS::IAM::Policy')
    .filter(({ stack, id }) => stack.endsWith('-Backups') && id.startsWith(role))
    .flatMap(({ Properties, stack }) =>
      (Properties.PolicyDocument.Statement as Statement[]).map(({ Action, Resource }) => ({
        actions: [Action].flat(),
        resources: [Resource].flat().map((one) => alone.flat(one, stack)),
      })),
    );

describe('backups', () => {
  it('copies the table, the documents and the audit witness', () => {
    const [selection] = alone.all('AWS::Backup::BackupSelection');
    const { Resources } = selection?.Properties.BackupSelection ?? {};
    const named = (Resources as unknown[]).map((one) => alone.flat(one, selection?.stack ?? ''));
    expect(named.map((one) => one.replace(/[0-9A-F]{8}\.Arn$/, '')).sort()).toEqual([
      'Stillwater-prod-Data.AuditWitness',
      'Stillwater-prod-Data.Table',
      'Stillwater-prod-Edge.DocumentsFiles',
    ]);
  });

  it('locks the vault against deletion, and gives it its own key', () => {
    const [vault] = alone.all('AWS::Backup::BackupVault');
    expect(vault?.Properties.LockConfiguration).toEqual({ MinRetentionDays: 8 });
    expect(vault?.Properties.AccessPolicy.Statement).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: ['backup:DeleteRecoveryPoint', 'backup:UpdateRecoveryPointLifecycle'],
      }),
    ]);
    expect(alone.flat(vault?.Properties.EncryptionKeyArn, vault?.stack ?? '')).toMatch(/-Backups\.Key/);
    for (const { Lifecycle } of rulesOf(alone)) expect(Lifecycle.DeleteAfterDays).toBeGreaterThanOrEqual(8);
  });

  it('copies into the vault that the stage names, for as long', () => {
    expect(rulesOf(alone).map(({ CopyActions }) => CopyActions)).toEqual([undefined, undefined]);
    for (const { CopyActions, Lifecycle } of rulesOf(copied))
      expect(CopyActions).toEqual([{ DestinationBackupVaultArn: everything.backupVault, Lifecycle }]);
  });
});

/**
 * AWS's policies: AWSBackupServiceRolePolicyForBackup v29 (12 Feb 2026), …ForS3Backup v5 (24 Aug 2026), …ForRestores
 * v25 (10 Nov 2025) and …ForS3Restore v2 (7 Feb 2023).
 */
const grantedByAws = {
  Copier: [
    ...['DescribeTable', 'ListTagsOfResource', 'StartAwsBackupJob'].map((action) => `dynamodb:${action}`),
    ...['dynamodb:CreateBackup', 'dynamodb:DeleteBackup', 'dynamodb:DescribeBackup'],
    ...['kms:CreateGrant', 'kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey', 'tag:GetResources'],
    ...['kms:GenerateDataKeyWithoutPlaintext', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
    ...['CopyFromBackupVault', 'CopyIntoBackupVault', 'DescribeBackupVault', 'TagResource'].map(
      (one) => `backup:${one}`,
    ),
    ...['DeleteRule', 'DescribeRule', 'DisableRule', 'EnableRule', 'ListRules'].map((action) => `events:${action}`),
    ...['ListTargetsByRule', 'PutRule', 'PutTargets', 'RemoveTargets'].map((action) => `events:${action}`),
    ...['cloudwatch:GetMetricData', 's3:GetBucketAcl', 's3:GetBucketLocation', 's3:GetBucketNotification'],
    ...['s3:GetBucketTagging', 's3:GetBucketVersioning', 's3:GetInventoryConfiguration', 's3:ListAllMyBuckets'],
    ...['s3:ListBucket', 's3:ListBucketVersions', 's3:ListTagsForResource', 's3:PutBucketNotification'],
    ...[
      's3:PutInventoryConfiguration',
      's3:GetObject',
      's3:GetObjectAcl',
      's3:GetObjectTagging',
      's3:GetObjectVersion',
    ],
    ...['s3:GetObjectVersionAcl', 's3:GetObjectVersionTagging'],
  ],
  Drill: [
    ...['BatchWriteItem', 'DeleteItem', 'DescribeTable', 'GetItem', 'PutItem'].map((action) => `dynamodb:${action}`),
    ...['Query', 'RestoreTableFromAwsBackup', 'RestoreTableFromBackup', 'Scan'].map((action) => `dynamodb:${action}`),
    ...['dynamodb:UpdateItem', 'kms:CreateGrant', 'kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt'],
    ...['kms:GenerateDataKey', 'kms:GenerateDataKeyWithoutPlaintext', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
    ...['s3:CreateBucket', 's3:GetBucketLocation', 's3:GetBucketOwnershipControls', 's3:GetBucketVersioning'],
    ...['s3:ListBucket', 's3:ListBucketVersions', 's3:PutBucketOwnershipControls', 's3:PutBucketVersioning'],
    ...['s3:DeleteObject', 's3:GetObject', 's3:GetObjectAcl', 's3:GetObjectTagging', 's3:GetObjectVersion'],
    ...['s3:GetObjectVersionAcl', 's3:ListMultipartUploadParts', 's3:PutObject', 's3:PutObjectAcl'],
    ...['s3:PutObjectTagging', 's3:PutObjectVersionAcl'],
  ],
};
/** Reasons why a role has less than AWS's policies. */
const leftOut: Record<string, RegExp> = {
  'used only where advanced backups of DynamoDB are off, which new accounts have on':
    /^dynamodb:(CreateBackup|DeleteBackup|DescribeBackup|RestoreTableFromBackup)$/,
  'used for disks and databases': /^kms:GenerateDataKeyWithoutPlaintext$/,
};
/** AWS's backup policy grants these for disks only. */
const ofDisks = /^kms:ReEncrypt/;

describe('roles of AWS Backup', () => {
  it.each(['Copier', 'Drill'] as const)('grants all that the policies of AWS grant: %s', (role) => {
    const granted = new Set(statementsOf(role).flatMap(({ actions }) => actions));
    const expected = grantedByAws[role].filter(
      (action) =>
        !Object.values(leftOut).some((pattern) => pattern.test(action)) && !(role === 'Copier' && ofDisks.test(action)),
    );
    expect(expected.filter((action) => !granted.has(action))).toEqual([]);
  });

  it('tags each copy, and uses the keys of the table, the buckets and the vault', () => {
    const resourcesOf = (role: string, action: string) =>
      statementsOf(role)
        .filter(({ actions }) => actions.includes(action))
        .flatMap(({ resources }) => resources.map((one) => one.replace(/[0-9A-F]{8}\.Arn$/, '')));
    expect(resourcesOf('Copier', 'backup:TagResource')).toEqual([
      'arn:aws:backup:us-east-1:AWS::AccountId:recovery-point:*',
    ]);
    const keys = ['Stillwater-prod-Backups.Key', 'Stillwater-prod-Data.DataKey', 'Stillwater-prod-Data.OperationsKey'];
    expect(resourcesOf('Copier', 'kms:CreateGrant').sort()).toEqual(keys);
    expect(resourcesOf('Drill', 'kms:CreateGrant')).toEqual(keys.slice(0, 1));
  });

  it('copies without writing to the product', () => {
    const writing = statementsOf('Copier').flatMap(({ actions }) => actions.filter((one) => /Put|Delete/.test(one)));
    expect(writing.sort()).toEqual([
      ...['events:DeleteRule', 'events:PutRule', 'events:PutTargets'],
      ...['s3:PutBucketNotification', 's3:PutInventoryConfiguration'],
    ]);
    for (const { actions, resources } of statementsOf('Copier'))
      if (resources.includes('*'))
        expect(actions).toEqual([
          'cloudwatch:GetMetricData',
          'events:ListRules',
          's3:ListAllMyBuckets',
          'tag:GetResources',
        ]);
  });

  it('restores only into the table and the bucket of the drill', () => {
    const resources = statementsOf('Drill')
      .filter(({ actions }) => actions.every((action) => !action.startsWith('kms:')))
      .flatMap((one) => one.resources);
    expect(resources).toHaveLength(3);
    for (const one of resources) expect(one).toMatch(/stillwater-prod-drill(-AWS::AccountId(\/\*)?)?$/);
  });
});
