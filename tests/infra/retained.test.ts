import { describe, expect, it } from 'vitest';
import { long } from '#tests/support/test-length.ts';
import { ownNamesOf } from './own-names.ts';
import { synthesize } from './synthesis.ts';
import { everything } from './variants.ts';

const notUnique = new Set(['AWS::Cognito::UserPool']);

const synthesis = await synthesize();
const { all, flat, template } = synthesis;

const holding = new Set([
  'AWS::Backup::BackupVault',
  'AWS::DynamoDB::GlobalTable',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  // A retained bucket needs its policy.
  'AWS::S3::BucketPolicy',
  'AWS::SecretsManager::Secret',
  'AWS::Cognito::UserPool',
  'AWS::SES::EmailIdentity',
]);

describe('retained resources', () => {
  it('retains data when its stack is deleted, and deletes it after a failed creation', () => {
    const kept = all().filter(({ Type }) => holding.has(Type));
    expect(new Set(kept.map(({ Type }) => Type))).toEqual(holding);
    for (const { id, DeletionPolicy, UpdateReplacePolicy } of kept)
      expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(['RetainExceptOnCreate', 'Retain']);
  });

  it('retains nothing after a failed creation', () => {
    expect(
      all()
        .filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain')
        .map(({ id }) => id),
    ).toEqual([]);
  });

  it.runIf(long)('reuses no name in a recreated stage: CloudFormation rejects existing ones', async () => {
    // Names contain the account, which is known for these.
    const once = await synthesize({ account: everything.account }, 'prod', false);
    const second = await synthesize(everything);
    const retainedNames = (stage: Pick<typeof synthesis, 'all'>) =>
      stage
        .all()
        .filter(({ Type, DeletionPolicy }) => DeletionPolicy?.startsWith('Retain') && !notUnique.has(Type))
        .flatMap(ownNamesOf);
    const before = retainedNames(once);
    expect(before.map((name) => name.split(' ')[0]).sort()).toEqual([
      'AWS::Backup::BackupVault',
      'AWS::S3::Bucket',
      'AWS::SES::EmailIdentity',
    ]);
    expect(retainedNames(second).filter((name) => before.includes(name))).toEqual([]);
  });

  it('sets up document scans last: GuardDuty tests a role, and leaves an object', () => {
    const edge = template('edge').Resources;
    const waits = (id: string, found = new Set<string>()): Set<string> => {
      const { DependsOn = [], Properties } = edge[id] ?? {};
      const named = [...JSON.stringify(Properties ?? {}).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(
        ([, one]) => one,
      );
      for (const one of [DependsOn, named].flat())
        if (one && one in edge && !found.has(one)) waits(one, found.add(one));
      return found;
    };
    const [scans] = all('AWS::GuardDuty::MalwareProtectionPlan');
    const before = [...waits(scans?.id ?? '')].map((id) => edge[id]?.Type);
    expect(before.filter((type) => type === 'AWS::CloudFront::Distribution')).toHaveLength(2);
    expect(before).toEqual(
      expect.arrayContaining(['AWS::IAM::Policy', 'AWS::S3::BucketPolicy', 'AWS::WAFv2::WebACLAssociation']),
    );
  });

  it('creates the table last: protected resources cannot be rolled back', () => {
    const [table] = all('AWS::DynamoDB::GlobalTable');
    const others = Object.entries(template('data').Resources).filter(([, { Type }]) =>
      ['AWS::KMS::Key', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret'].includes(Type),
    );
    const waited = [
      ...(table?.DependsOn ?? []),
      flat(table?.Properties.Replicas[0].SSESpecification.KMSMasterKeyId, ''),
    ];
    for (const [id] of others)
      expect(
        waited.some((reference) => reference.includes(id)),
        id,
      ).toBe(true);
  });

  it('refers to other stacks by exports, which cannot change while in use', () => {
    const text = JSON.stringify(all());
    // As booleans, because the text is all templates.
    expect([text.includes('Fn::GetStackOutput'), text.includes('Fn::ImportValue')]).toEqual([false, true]);
  });
});
