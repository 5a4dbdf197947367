import { resolve } from 'node:path';
import * as z from 'zod';
import { dataDirFromEnvironment } from '#local/data-dir.ts';
import { command, flag, showProgress, UsageError } from '../command.ts';
import { type Copied, counted, restoreBackup } from './data-backup.ts';

export const restoreBackupCommand = command({
  name: 'restore-backup',
  options: { overwrite: flag },
  word: true,
  schema: z.object({ overwrite: z.boolean().optional() }),
  usage: `restore-backup FOLDER [--overwrite]
  Puts such a folder where the data is, of a product that is stopped, after everything in it was looked at. With
  --overwrite also where data is: that is kept beside it.`,
  async run({ overwrite }, folder) {
    if (!folder) throw new UsageError('Say from which folder.');
    const dataDir = dataDirFromEnvironment();
    const report = (so: Copied): void => showProgress(counted(so));
    const { madeAt, before, ...done } = await restoreBackup(resolve(folder), dataDir, { overwrite, report });
    const kept = before ? ` What was there is in ${before}; take it away when you are sure.` : '';
    return `\r${counted(done)} of ${madeAt} are in ${dataDir}, each as it was backed up.${kept}`;
  },
});
