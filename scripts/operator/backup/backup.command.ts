import { resolve } from 'node:path';
import * as z from 'zod';
import { dataDirFromEnvironment } from '#local/data-dir.ts';
import { command, showProgress, UsageError } from '../command.ts';
import { counted, makeBackup } from './data-backup.ts';

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
