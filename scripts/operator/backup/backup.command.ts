import { resolve } from 'node:path';
import * as z from 'zod';
import { dataDirFromEnvironment } from '#local/data-dir.ts';
import { command, flag, showProgress, UsageError } from '../command.ts';
import { type Copied, counted, makeBackup, restoreBackup } from './data-backup.ts';

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

export const backupCommand = command({
  name: 'backup',
  options: {},
  word: true,
  schema: z.object({}),
  usage: `backup FOLDER
  Copies the data of the product on this machine, which is stopped, into a new folder, with a digest of each file.`,
  async run(_asked, folder) {
    if (!folder) throw new UsageError('Usage: backup FOLDER');
    const done = await makeBackup(dataDirFromEnvironment(), resolve(folder), (so) => showProgress(counted(so)));
    return `\r${counted(done)} are backed up in ${resolve(folder)}. Keys are among them: keep it as safe as the data.`;
  },
});
