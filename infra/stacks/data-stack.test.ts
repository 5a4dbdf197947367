import { describe, expect, it } from 'vitest';
import { type Placed, synthesize } from '#tests/infra/synthesis.ts';

const { all, flat } = await synthesize();

const keyNames = new Map(
  all('AWS::KMS::Key').map(({ stack, id, Properties }) => [`${stack}.${id}.Arn`, Properties.Description as string]),
);
const keyOf = (reference: unknown, stack: string): string | undefined => keyNames.get(flat(reference, stack));
const operations = 'Buckets, queues, logs, topics, secrets';
const tlsOnly = (policies: Placed[], target: string, of: (policy: Placed) => string): boolean =>
  policies.some(
    (policy) =>
      of(policy) === target &&
      policy.Properties.PolicyDocument.Statement.some(
        (statement: { Effect: string; Condition?: { Bool?: Record<string, string> } }) =>
          statement.Effect === 'Deny' && statement.Condition?.Bool?.['aws:SecureTransport'] === 'false',
      ),
  );

interface Index {
  IndexName: string;
  KeySchema: { AttributeName: string }[];
  Projection: { NonKeyAttributes: string[] };
}

describe('S-35 data at rest', () => {
  const [table] = all('AWS::DynamoDB::GlobalTable');

  it('S-35 protects the table: own key, 35 days of restore, no deletion', () => {
    const [replica] = table?.Properties.Replicas ?? [];
    expect(keyOf(replica.SSESpecification.KMSMasterKeyId, table?.stack ?? '')).toBe(
      'The table, its stream, and documents',
    );
    expect(replica.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: 35,
    });
    expect(replica.DeletionProtectionEnabled).toBe(true);
    expect(table?.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(table?.Properties.StreamSpecification.StreamViewType).toBe('NEW_IMAGE');
    expect(table?.Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'expires_at', Enabled: true });
  });

  it('defines the indexes that functions/platform/store reads, with list rows', () => {
    const indexes = ((table?.Properties.GlobalSecondaryIndexes ?? []) as Index[]).map(
      ({ IndexName, KeySchema, Projection }) => [
        IndexName,
        ...KeySchema.map(({ AttributeName }) => AttributeName),
        Projection.NonKeyAttributes,
      ],
    );
    expect(indexes).toEqual([1, 2, 3, 4].map((n) => [`gsi${n}`, `gsi${n}pk`, `gsi${n}sk`, ['row']]));
  });

  it('S-35 rotates and retains keys; KMS cannot rotate those that sign', () => {
    const keys = all('AWS::KMS::Key');
    const signatures = 'Signatures of the audit trail';
    expect(keys.map(({ Properties }) => Properties.Description).sort()).toEqual(
      [
        operations,
        'Copies of the data',
        'Keys of what the audit trail says of people',
        signatures,
        'Social Security numbers',
        'The table, its stream, and documents',
        'Connections to partners',
      ].sort(),
    );
    for (const key of keys)
      expect([key.Properties.EnableKeyRotation ?? false, key.DeletionPolicy], key.id).toEqual([
        key.Properties.Description !== signatures,
        'RetainExceptOnCreate',
      ]);
  });

  it('S-35 keeps buckets private, versioned, encrypted, and for TLS only', () => {
    const buckets = all('AWS::S3::Bucket');
    expect(buckets).toHaveLength(5);
    for (const { id, stack, Properties, DeletionPolicy } of buckets) {
      const [{ ServerSideEncryptionByDefault: encryption }] =
        Properties.BucketEncryption.ServerSideEncryptionConfiguration;
      // Access logs can be delivered under S3's own key only.
      if (id.startsWith('AccessLogs')) expect(encryption.SSEAlgorithm).toBe('AES256');
      else if (id.startsWith('Documents'))
        expect(keyOf(encryption.KMSMasterKeyID, stack)).toBe('The table, its stream, and documents');
      else expect(keyOf(encryption.KMSMasterKeyID, stack), id).toBe(operations);
      expect(Object.values(Properties.PublicAccessBlockConfiguration), id).toEqual([true, true, true, true]);
      expect(Properties.VersioningConfiguration, id).toEqual({ Status: 'Enabled' });
      expect(DeletionPolicy, id).toBe('RetainExceptOnCreate');
      expect(
        tlsOnly(all('AWS::S3::BucketPolicy'), `${stack}.${id}`, (policy) =>
          flat(policy.Properties.Bucket, policy.stack),
        ),
        id,
      ).toBe(true);
    }
  });

  it('S-35 encrypts queues, alarm topic, logs and secrets, and requires TLS', () => {
    for (const { id, stack, Properties } of all('AWS::SQS::Queue')) {
      // Dead letters must not depend on the product's key: they may be there because it refused.
      if (/DeadLetters|Unrouted/.test(id)) expect(Properties.SqsManagedSseEnabled, id).toBe(true);
      else expect(keyOf(Properties.KmsMasterKeyId, stack), id).toBe(operations);
      expect(
        tlsOnly(all('AWS::SQS::QueuePolicy'), `${stack}.${id}`, (policy) =>
          flat(policy.Properties.Queues, policy.stack),
        ),
        id,
      ).toBe(true);
    }
    for (const { id, stack, Properties } of all('AWS::SNS::Topic')) {
      expect(keyOf(Properties.KmsMasterKeyId, stack), id).toBe(operations);
      expect(
        tlsOnly(all('AWS::SNS::TopicPolicy'), `${stack}.${id}`, (policy) =>
          flat(policy.Properties.Topics, policy.stack),
        ),
        id,
      ).toBe(true);
    }
    for (const { id, stack, Properties } of all('AWS::Logs::LogGroup')) {
      expect(keyOf(Properties.KmsKeyId, stack), id).toBe(operations);
      expect(Properties.RetentionInDays, id).toBeGreaterThanOrEqual(90);
    }
    for (const { id, stack, Properties } of all('AWS::SecretsManager::Secret'))
      expect(keyOf(Properties.KmsKeyId, stack), id).toBe(operations);
  });
});
