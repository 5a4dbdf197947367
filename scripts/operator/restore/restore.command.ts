import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { drillBucketOf, drillNameOf, stageConfig, vaultNameOf } from '#infra/config.ts';
import { REGION } from '#local/environment.ts';
import { outputsOf } from '../../smoke/product.ts';
import { command, flag, showProgress, text } from '../command.ts';
import { localDatabase } from '../local-product.ts';
import type { OlderFiles } from './older-files.ts';
import { type Drilled, restoreDrill } from './restore-drill.ts';
import { organizationToRestore, type Restored, restoreRecords } from './restore-records.ts';

const reportOf = ({ made, items, sample, files, faults }: Drilled): string =>
  [
    `Copy of ${made.toISOString()}: ${items.restored} items; ${items.inUse} are in the table in use.`,
    `Sample: ${sample.same} the same, ${sample.changed} changed since, ${sample.gone} gone since.`,
    `Files: ${files.same} the same, ${files.different} not.`,
    ...(faults.length ? faults : ['The copy is whole.']),
  ].join('\n');

export const restoreDrillCommand = command({
  name: 'restore-drill',
  options: { stage: text },
  schema: z.object({ stage: z.string('The stage is required') }),
  usage: `restore-drill --stage STAGE
  Restores the newest copies of table and documents aside in AWS, compares a sample with what is in use, says what it found
  and removes them again. It takes some hours, most of them AWS Backup's, and fails where the copy is not whole.`,
  async run({ stage }) {
    const config = stageConfig(stage);
    const { region } = config;
    const outputOf = outputsOf(config);
    const { Account = '' } = await new STSClient({ region }).send(new GetCallerIdentityCommand());
    const [{ BackupClient }, { S3Client }, table, bucket] = await Promise.all([
      import('@aws-sdk/client-backup'),
      import('@aws-sdk/client-s3'),
      outputOf('Data', 'TableName'),
      outputOf('Edge', 'DocumentsBucketName'),
    ]);
    const drilled = await restoreDrill({
      backup: new BackupClient({ region }),
      client: new DynamoDBClient({ region }),
      s3: new S3Client({ region }),
      vault: vaultNameOf(config),
      copyVault: config.backupVault,
      role: `arn:aws:iam::${Account}:role/${drillNameOf(config)}`,
      side: { table: drillNameOf(config), bucket: drillBucketOf(config, Account) },
      table,
      bucket,
      now: new Date(),
      pause,
      report: showProgress,
    });
    if (drilled.faults.length > 0) throw new Error(`\n${reportOf(drilled)}`);
    return `\n${reportOf(drilled)}`;
  },
});

async function olderFilesHere(): Promise<OlderFiles | undefined> {
  const { TABLE_NAME: table, DOCUMENTS_BUCKET: bucket, AWS_REGION: region = REGION } = process.env;
  if (!table || !bucket) return undefined;
  const [{ olderFiles }, { S3Client }] = await Promise.all([import('./older-files.ts'), import('@aws-sdk/client-s3')]);
  return olderFiles(new S3Client({ region }), bucket);
}

function restoredFiles({ documents, filesBack, filesGone }: Restored, looked: boolean): string {
  if (looked && filesBack + filesGone > 0) return ` Files of documents: ${filesBack} come back, ${filesGone} are gone.`;
  if (looked || documents === 0) return '';
  return ` Files of ${documents} documents were not looked at: that takes DOCUMENTS_BUCKET.`;
}

export const restoreCommand = command({
  name: 'restore',
  options: { from: text, slug: text, about: text, overwrite: flag, write: flag },
  schema: z.object({
    from: z.string('The table to restore from is required'),
    slug: z.string('Public address is required'),
    about: z.string().optional(),
    overwrite: z.boolean().optional(),
    write: z.boolean().optional(),
  }),
  usage: `restore --from TABLE --slug ADDRESS [--about TEXT] [--overwrite] [--write]
  Brings records of the organization back from a table that was restored aside (docs/deployment.md), beside the running
  product: what is missing, and with --overwrite also what differs. --about takes those alone whose key holds this text,
  such as the id of a case, and what they lead to: its documents, payments, envelopes and sealed numbers. In AWS
  DOCUMENTS_BUCKET names the bucket whose deleted files come back with the records of documents. Without --write it says
  what it would do.`,
  async run({ from, slug, ...how }) {
    const { client, name } = localDatabase();
    const organization = await organizationToRestore({ client, from, to: name }, slug);
    const report = ({ looked }: Restored) => void process.stderr.write(`\r${looked} records looked at `);
    const files = await olderFilesHere();
    const tables = { client, from, to: name, files };
    const restored = await restoreRecords({ ...how, ...tables, organizationId: organization.id, report });
    const { looked, missing, different, written } = restored;
    const done = how.write ? `${written} were written.` : 'Dry run. Add --write to apply.';
    const more = restoredFiles(restored, files !== undefined);
    return `\r${looked} records of ${organization.name}: ${missing} are missing, ${different} differ. ${done}${more}`;
  },
});
