import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { drillBucketOf, drillNameOf, stageConfig, vaultNameOf } from '#infra/config.ts';
import { outputsOf } from '../../smoke/stage.ts';
import { command, showProgress, text } from '../command.ts';
import { type Drilled, restoreDrill } from './restore-drill.ts';

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
      ...{ vault: vaultNameOf(config), copyVault: config.backupVault },
      role: `arn:aws:iam::${Account}:role/${drillNameOf(config)}`,
      side: { table: drillNameOf(config), bucket: drillBucketOf(config, Account) },
      ...{ table, bucket, now: new Date(), pause, report: showProgress },
    });
    if (drilled.faults.length > 0) throw new Error(`\n${reportOf(drilled)}`);
    return `\n${reportOf(drilled)}`;
  },
});
