import type { BackupClient } from '@aws-sdk/client-backup';
import { DescribeTableCommand, ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { ensureTable } from '#local/table-definition.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { exampleCustomer } from '#tests/support/records/customers.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { type DrillOf, restoreDrill } from './restore-drill.ts';

const [vault, bucket, side] = ['copies', 'documents', { table: 'drill', bucket: 'drill-files' }];
const now = new Date('2026-11-29T12:00:00Z');
const named = (name: string): Error => Object.assign(new Error(name), { name });

interface Sent {
  constructor: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each command has an input of its own
  input: any;
}

describe('restore drill', { timeout: 30_000 }, () => {
  let harness: Harness;
  let ours: Tenant;
  let customer: string;
  beforeAll(async () => {
    harness = await startHarness();
    ours = await harness.addTenant('quiet-water');
    const asked = { as: ours.profiles.super_admin, body: exampleCustomer() };
    customer = (await harness.call(customerEndpoints.create, asked)).body.id as string;
    const document = { sk: { S: 'DOCUMENT' }, id: { S: 'one' }, status: { S: 'ready' } };
    const Item = { pk: { S: `T#${ours.id}#DOCUMENT#one` }, ...document };
    await harness.client.send(new PutItemCommand({ TableName: harness.tableName, Item }));
    await harness.projected();
  });
  afterAll(() => harness.close());

  let copy: Record<string, unknown>[];
  let made: Date;
  let failing: string | undefined;
  /** Resources copied into the vault of the second account. */
  let copied: (string | undefined)[];
  let buckets: Map<string, Map<string, string>>;
  let sent: Sent['input'][];
  beforeEach(async () => {
    [copy, made, failing, sent] = [await harness.scan(), new Date('2026-11-29T06:30:00Z'), undefined, []];
    buckets = new Map([[bucket, new Map([[documentKey('clean', ours.id, 'one'), 'bytes']])]]);
  });

  /** AWS Backup, which restores tables and files. */
  const backup = {
    config: {},
    async send({ constructor: { name }, input }: Sent) {
      if (name === 'ListRecoveryPointsByBackupVaultCommand') {
        const ResourceType = input.ByResourceArn.startsWith('arn:aws:s3') ? 'S3' : 'DynamoDB';
        const point = { ResourceType, Status: 'COMPLETED', RecoveryPointArn: `arn:${ResourceType}` };
        const older = { ...point, CreationDate: new Date('2026-11-20T06:30:00Z'), RecoveryPointArn: 'arn:older' };
        return { RecoveryPoints: [older, { ...point, CreationDate: made }] };
      }
      if (name === 'ListCopyJobsCommand')
        return {
          CopyJobs: [...copied, 'arn:aws:s3:::of-another-stage'].map((ResourceArn, at) => ({
            ...{ ResourceArn, SourceBackupVaultArn: `arn:aws:backup:us-east-1:1:backup-vault:${vault}` },
            ...(at === copied.length ? { SourceBackupVaultArn: 'arn:aws:backup:us-east-1:1:backup-vault:other' } : {}),
          })),
        };
      if (name === 'GetRecoveryPointRestoreMetadataCommand') return { RestoreMetadata: {} };
      if (name === 'DescribeRestoreJobCommand')
        return failing ? { Status: 'FAILED', StatusMessage: failing } : { Status: 'COMPLETED' };
      sent.push(input);
      const { targetTableName, DestinationBucketName, ItemsToRestore } = input.Metadata;
      if (targetTableName) {
        await ensureTable(harness.client, targetTableName);
        for (const Item of copy)
          await harness.client.send(new PutItemCommand({ TableName: targetTableName, Item: Item as never }));
      } else {
        const all = buckets.get(bucket);
        const files = (JSON.parse(ItemsToRestore) as string[]).map((key) => [key, all?.get(key) ?? ''] as const);
        buckets.set(DestinationBucketName, new Map(files));
      }
      return { RestoreJobId: 'job' };
    },
  } as unknown as BackupClient;
  const s3 = {
    config: {},
    async send({ constructor: { name }, input }: Sent) {
      const files = buckets.get(input.Bucket);
      if (!files) throw named('NoSuchBucket');
      if (name === 'ListObjectVersionsCommand')
        return { Versions: [...files.keys()].map((Key) => ({ Key, VersionId: '1' })) };
      if (name === 'DeleteObjectCommand') return void files.delete(input.Key);
      if (name === 'DeleteBucketCommand') return void buckets.delete(input.Bucket);
      const text = files.get(input.Key);
      if (text === undefined) throw named('NoSuchKey');
      return { Body: { transformToByteArray: async () => new TextEncoder().encode(text) } };
    },
  } as unknown as S3Client;

  const drill = (more: Partial<DrillOf> = {}) =>
    restoreDrill({
      ...{ backup, client: harness.client, s3, vault, role: 'arn:role', side, table: harness.tableName, bucket, now },
      ...{ pause: async () => {}, report: () => {} },
      ...more,
    });
  const left = async () => {
    const { TableNames = [] } = await harness.client.send(new ListTablesCommand({}));
    return [...TableNames, ...buckets.keys()].filter((name) => name.startsWith('drill'));
  };

  it('accepts a complete copy with its files, and removes what it restored', async () => {
    const { items, sample, files, faults } = await drill();
    expect(faults).toEqual([]);
    expect([items.restored, sample.changed, sample.gone]).toEqual([copy.length, 0, 0]);
    expect(files).toEqual({ same: 1, different: 0 });
    expect(sent.map(({ RecoveryPointArn }) => RecoveryPointArn)).toEqual(['arn:DynamoDB', 'arn:S3']);
    expect(await left()).toEqual([]);
  });

  it('counts records changed since the copy without an error', async () => {
    const older = copy.map((item) =>
      (item.pk as { S: string }).S.includes(customer) && (item.sk as { S: string }).S === 'CUSTOMER'
        ? { ...item, first_name: { S: 'Earlier' } }
        : item,
    );
    expect(older).not.toEqual(copy);
    copy = [...older, { pk: { S: 'T#gone' }, sk: { S: 'GONE' } }];
    const { sample, faults } = await drill();
    expect([sample.changed, sample.gone, faults]).toEqual([1, 1, []]);
  });

  it('finds a changed audit entry, a copy that is too small, and a different file', async () => {
    const audit = copy.filter((item) => /#AUDIT#/.test((item.pk as { S: string }).S));
    const document = copy.filter((item) => (item.sk as { S: string }).S === 'DOCUMENT');
    copy = [...audit.map((item) => ({ ...item, action: { S: 'other' } })), ...document];
    buckets.get(bucket)?.clear();
    const { faults } = await drill();
    expect(faults).toEqual([
      ...audit.map(() => expect.stringContaining('An entry of the audit trail is changed')),
      expect.stringMatching(/^The copy holds \d+ items, and the table in use \d+\.$/),
      expect.stringContaining('A file is another one'),
    ]);
    expect(audit.length).toBeGreaterThan(0);
  });

  it('requires a copy of each source in the vault of the second account', async () => {
    const { Table } = await harness.client.send(new DescribeTableCommand({ TableName: harness.tableName }));
    copied = [Table?.TableArn, `arn:aws:s3:::${bucket}`, 'arn:aws:s3:::witness'];
    const copyVault = 'arn:aws:backup:us-west-2:2:backup-vault:stillwater';
    expect((await drill({ copyVault })).faults).toEqual([]);
    copied.pop();
    expect((await drill({ copyVault })).faults).toEqual([expect.stringContaining('copies of 2 of 3 sources')]);
    expect((await drill()).faults).toEqual([]);
  });

  it('reports why it failed, even if the restored table cannot be removed yet', async () => {
    failing = 'Access denied';
    const client = Object.create(harness.client, {
      send: {
        value: (command: Sent) =>
          failing && command.constructor.name === 'DeleteTableCommand' && sent.length > 0
            ? Promise.reject(named('ResourceInUseException'))
            : harness.client.send(command as never),
      },
    }) as typeof harness.client;
    const reported: string[] = [];
    await expect(drill({ client, report: (words) => void reported.push(words) })).rejects.toThrow('Access denied');
    expect(reported.at(-1)).toContain('What was restored aside is left: ResourceInUseException');
  });

  it('rejects a copy that is days old', async () => {
    made = new Date('2026-11-27T06:30:00Z');
    await expect(drill()).rejects.toThrow('is of 2026-11-27');
  });

  it('removes what it restored after a failure or an interrupted drill', async () => {
    await ensureTable(harness.client, side.table);
    buckets.set(side.bucket, new Map([['left', 'over']]));
    failing = 'Access denied';
    await expect(drill()).rejects.toThrow('AWS Backup did not restore DynamoDB: Access denied');
    expect(await left()).toEqual([]);
  });
});
