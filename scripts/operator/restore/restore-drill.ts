import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type BackupClient,
  DescribeRestoreJobCommand,
  GetRecoveryPointRestoreMetadataCommand,
  ListCopyJobsCommand,
  ListRecoveryPointsByBackupVaultCommand,
  type RecoveryPointByBackupVault,
  StartRestoreJobCommand,
} from '@aws-sdk/client-backup';
import {
  type AttributeValue,
  DeleteTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  paginateScan,
  ResourceNotFoundException,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { nameOf } from './references.ts';
import { present } from './restore-records.ts';

type Stored = Record<string, AttributeValue>;

export interface DrillOf {
  backup: BackupClient;
  client: DynamoDBClient;
  s3: S3Client;
  vault: string;
  copyVault?: string | undefined;
  /** AWS Backup's role, and the only table and bucket that it may write. */
  role: string;
  side: { table: string; bucket: string };
  table: string;
  bucket: string;
  now: Date;
  pause: (milliseconds: number) => Promise<unknown>;
  report: (words: string) => void;
}

export interface Drilled {
  made: Date;
  items: { restored: number; inUse: number };
  sample: { same: number; changed: number; gone: number };
  files: { same: number; different: number };
  faults: string[];
}

const hour = 3_600_000;
const oldest = 36 * hour;
/** Minimum size of yesterday's copy, relative to the table in use. */
const leastPart = 0.9;
const sampleSize = 1_000;
/** AWS Backup restores at most five single files per job. */
const files = 5;
const auditEntry = /^T#[^#]+#AUDIT#/;

const newest = async ({ backup, vault, now }: DrillOf, ByResourceArn: string): Promise<RecoveryPointByBackupVault> => {
  let recoveryPoint: RecoveryPointByBackupVault | undefined;
  // The vault has about twelve.
  const request = new ListRecoveryPointsByBackupVaultCommand({
    BackupVaultName: vault,
    ByResourceArn,
    MaxResults: 1000,
  });
  for (const point of (await backup.send(request)).RecoveryPoints ?? [])
    if (point.Status === 'COMPLETED' && (point.CreationDate ?? 0) > (recoveryPoint?.CreationDate ?? 0))
      recoveryPoint = point;
  if (!recoveryPoint) throw new Error(`${vault} has no copy of ${ByResourceArn}.`);
  if (now.getTime() - (recoveryPoint.CreationDate?.getTime() ?? 0) > oldest)
    throw new Error(`The newest copy of ${ByResourceArn} is of ${recoveryPoint.CreationDate?.toISOString()}.`);
  return recoveryPoint;
};

/** The table, the documents, and the witness of the audit log. */
const sources = 3;

/**
 * Finds sources not copied to the second account recently: its vault cannot be read from here, but the copy jobs can.
 */
const copyErrors = async (
  { backup, vault, copyVault, now }: DrillOf,
  expected: readonly string[],
): Promise<string[]> => {
  if (!copyVault) return [];
  const { CopyJobs = [] } = await backup.send(
    new ListCopyJobsCommand({
      ByDestinationVaultArn: copyVault,
      ByState: 'COMPLETED',
      ByCompleteAfter: new Date(now.getTime() - oldest),
      MaxResults: 1000,
    }),
  );
  const ofStage = CopyJobs.filter(({ SourceBackupVaultArn }) => SourceBackupVaultArn?.endsWith(`:${vault}`));
  const copied = new Set(ofStage.map(({ ResourceArn }) => ResourceArn));
  if (copied.size >= sources && expected.every((arn) => copied.has(arn))) return [];
  return [
    `${copyVault} received copies of ${copied.size} of ${sources} sources within 36 hours: ${[...copied].join(', ')}`,
  ];
};

const restored = async (drill: DrillOf, point: RecoveryPointByBackupVault, metadata: Record<string, string>) => {
  const { backup, role, pause, report } = drill;
  const { RecoveryPointArn, ResourceType } = point;
  const { RestoreMetadata = {} } = await backup.send(
    new GetRecoveryPointRestoreMetadataCommand({ BackupVaultName: drill.vault, RecoveryPointArn }),
  );
  const { RestoreJobId } = await backup.send(
    new StartRestoreJobCommand({
      RecoveryPointArn,
      ResourceType,
      IamRoleArn: role,
      Metadata: { ...RestoreMetadata, ...metadata },
    }),
  );
  for (;;) {
    const { Status, StatusMessage, PercentDone } = await backup.send(new DescribeRestoreJobCommand({ RestoreJobId }));
    if (Status === 'COMPLETED') return;
    if (Status === 'FAILED' || Status === 'ABORTED')
      throw new Error(`AWS Backup did not restore ${ResourceType}: ${StatusMessage ?? Status}`);
    report(`${ResourceType} is being restored: ${PercentDone ?? Status}`);
    await pause(30_000);
  }
};

const removeSide = async ({ client, s3, side: { table: TableName, bucket: Bucket } }: DrillOf): Promise<void> => {
  try {
    await client.send(new DeleteTableCommand({ TableName }));
    await waitUntilTableNotExists({ client, minDelay: 1, maxWaitTime: 900 }, { TableName });
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  try {
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    for (const { Key, VersionId } of [...Versions, ...DeleteMarkers])
      await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    await s3.send(new DeleteBucketCommand({ Bucket }));
  } catch (error) {
    if ((error as Error).name !== 'NoSuchBucket') throw error;
  }
};

const itemsIn = async (client: DynamoDBClient, TableName: string): Promise<number> =>
  (await client.send(new DescribeTableCommand({ TableName }))).Table?.ItemCount ?? 0;

const readSide = async ({ client, side, report }: DrillOf, inUse: number) => {
  const every = Math.max(1, Math.floor(inUse / sampleSize));
  const sample: Stored[] = [];
  let count = 0;
  for await (const { Items = [] } of paginateScan({ client }, { TableName: side.table })) {
    for (const item of Items) if (count++ % every === 0) sample.push(item);
    report(`${count} items read`);
  }
  return { count, sample };
};

const digestOf = async (s3: S3Client, Bucket: string, Key: string): Promise<string | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    return createHash('sha256')
      .update((await Body?.transformToByteArray()) ?? '')
      .digest('hex');
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined;
    throw error;
  }
};

const fileOf = ({ pk, sk, id, status }: Stored): string[] => {
  const organization = pk?.S?.split('#')[1];
  return sk?.S === 'DOCUMENT' && status?.S === 'ready' && organization && id?.S
    ? [documentKey('clean', organization, id.S)]
    : [];
};

/**
 * Compares a sample of the newest copies with the data in use. Changed records are counted; immutable ones must be
 * equal.
 */
export const restoreDrill = async (drill: DrillOf): Promise<Drilled> => {
  const { client, s3, side, table, bucket, report } = drill;
  await removeSide(drill);
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
    const [tableArn, filesArn] = [Table?.TableArn ?? table, `arn:aws:s3:::${bucket}`];
    const ofTable = await newest(drill, tableArn);
    const ofFiles = await newest(drill, filesArn);
    await restored(drill, ofTable, { targetTableName: side.table, encryptionType: 'Default' });
    const inUse = await itemsIn(client, table);
    const { count, sample } = await readSide(drill, inUse);
    const current = await present(client, table, sample);
    const done: Drilled = {
      made: ofTable.CreationDate ?? drill.now,
      items: { restored: count, inUse },
      sample: { same: 0, changed: 0, gone: 0 },
      files: { same: 0, different: 0 },
      faults: await copyErrors(drill, [tableArn, filesArn]),
    };
    for (const item of sample) {
      const now = current.get(nameOf(item));
      const state = !now ? 'gone' : isDeepStrictEqual(now, item) ? 'same' : 'changed';
      done.sample[state] += 1;
      if (state !== 'same' && auditEntry.test(item.pk?.S ?? ''))
        done.faults.push(`An entry of the audit trail is ${state}: ${item.pk?.S} ${item.sk?.S}`);
    }
    if (count === 0 || count < inUse * leastPart)
      done.faults.push(`The copy holds ${count} items, and the table in use ${inUse}.`);
    const keys = sample
      .filter((item) => current.has(nameOf(item)))
      .flatMap(fileOf)
      .slice(0, files);
    if (keys.length > 0) {
      await restored(drill, ofFiles, {
        DestinationBucketName: side.bucket,
        NewBucket: 'true',
        Encrypted: 'true',
        EncryptionType: 'SSE-S3',
        ItemsToRestore: JSON.stringify(keys),
      });
      for (const key of keys) {
        const [aside, used] = [await digestOf(s3, side.bucket, key), await digestOf(s3, bucket, key)];
        const isSame = aside !== undefined && aside === used;
        done.files[isSame ? 'same' : 'different'] += 1;
        if (!isSame) done.faults.push(`A file is ${aside ? 'another one' : 'not in the copy'}: ${key}`);
      }
    }
    return done;
  } finally {
    // A failing removal must not hide why the drill failed; the next drill repeats it.
    await removeSide(drill).catch(({ message }: Error) => report(`What was restored aside is left: ${message}\n`));
  }
};
