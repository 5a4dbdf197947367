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

describe('the second copy of the data', () => {
  it('is of the table, the documents and the witness of the audit trail', () => {
    const [selection] = alone.all('AWS::Backup::BackupSelection');
    const { Resources } = selection?.Properties.BackupSelection ?? {};
    const named = (Resources as unknown[]).map((one) => alone.flat(one, selection?.stack ?? ''));
    expect(named.map((one) => one.replace(/[0-9A-F]{8}\.Arn$/, '')).sort()).toEqual([
      'Stillwater-prod-Data.AuditWitness',
      'Stillwater-prod-Data.Table',
      'Stillwater-prod-Edge.DocumentsFiles',
    ]);
  });

  it('lies in a vault that is locked, that nobody deletes from, and that has a key of its own', () => {
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

  it('is copied once more into the vault that the stage names, and kept there as long', () => {
    expect(rulesOf(alone).map(({ CopyActions }) => CopyActions)).toEqual([undefined, undefined]);
    for (const { CopyActions, Lifecycle } of rulesOf(copied))
      expect(CopyActions).toEqual([{ DestinationBackupVaultArn: everything.backupVault, Lifecycle }]);
  });
});

describe('the roles of AWS Backup', () => {
  it('copy without writing anything of the product', () => {
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

  it('restore into the table and the bucket of the drill alone', () => {
    const resources = statementsOf('Drill').flatMap((one) => one.resources);
    expect(resources).toHaveLength(3);
    for (const one of resources) expect(one).toMatch(/stillwater-prod-drill(-AWS::AccountId(\/\*)?)?$/);
  });
});
