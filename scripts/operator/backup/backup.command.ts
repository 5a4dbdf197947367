import { createHash } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { readJson, writeJsonDurably } from '#local/aws/child-process.ts';
import { dataDirFromEnvironment, isDataDir, lockDataDir } from '#local/data-dir.ts';
import { command, flag, showProgress, UsageError } from '../command.ts';

const manifestName = 'stillwater-backup.json';
/** Written last: a folder without it is no complete backup. */
const Manifest = z.object({
  backup: z.literal(1),
  made_at: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});
type BackupFile = z.output<typeof Manifest>['files'][number];

interface Copied {
  files: number;
  bytes: number;
}

const counted = ({ files, bytes }: Copied): string => `${files} files, ${(bytes / 1e6).toFixed(1)} MB`;
type Report = (copied: Copied) => void;

const isOfRun = (path: string): boolean => /^running\.(lock|json)/.test(path);
const engineMark = join('database', 'engine-process.json');

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = relative(folder, join(entry.parentPath, entry.name));
    if (entry.isDirectory() || isOfRun(path)) return [];
    if (!entry.isFile()) throw new Error(`${join(folder, path)} is no ordinary file: take it away first.`);
    return [path];
  });

const copied = async (from: string, to: string, sha256: string): Promise<void> => {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  copyFileSync(from, to, constants.COPYFILE_EXCL);
  if ((await digestOf(to)) !== sha256)
    throw new Error(`${from} was not copied as it is: the disk, or the file, is at fault.`);
};

const sumOf = (files: readonly BackupFile[]): Copied => ({
  files: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
});

const isWithin = (folder: string, path: string): boolean =>
  `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);

/** Copies the data of a stopped product into a new or empty folder, and blocks its start until then. */
export const makeBackup = async (dataDir: string, folder: string, report: Report = () => {}): Promise<Copied> => {
  if (!existsSync(dataDir) || !isDataDir(dataDir)) throw new Error(`There is no data of Stillwater in ${dataDir}.`);
  if (isWithin(dataDir, folder)) throw new Error('The backup folder must be outside the data folder.');
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} holds something already. Name a folder that is new or empty.`);
  const lock = lockDataDir(dataDir);
  if (!lock) throw new Error(`Stillwater runs on the data in ${dataDir}. Stop it first (Ctrl-C), then back it up.`);
  try {
    if (existsSync(join(dataDir, engineMark)))
      throw new Error(
        'The product was killed, and its engine may still be writing. Start it and stop it once (Ctrl-C).',
      );
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    const files: BackupFile[] = [];
    for (const path of filesIn(dataDir)) {
      const from = join(dataDir, path);
      const sha256 = await digestOf(from);
      await copied(from, join(folder, path), sha256);
      files.push({ path: path.split(sep).join('/'), bytes: statSync(from).size, sha256 });
      report(sumOf(files));
    }
    const manifest = { backup: 1, made_at: new Date().toISOString(), files } satisfies z.output<typeof Manifest>;
    writeJsonDurably(join(folder, manifestName), manifest);
    return sumOf(files);
  } finally {
    lock.release();
  }
};

const damagedDatabases = (folder: string, files: readonly BackupFile[]): string[] =>
  files
    .filter(({ path }) => path.endsWith('.sqlite'))
    .flatMap(({ path }) => {
      const database = new DatabaseSync(join(folder, path));
      try {
        const [found] = database.prepare('PRAGMA quick_check(1)').all();
        return found?.quick_check === 'ok' ? [] : [path];
      } catch {
        return [path];
      } finally {
        database.close();
      }
    });

const isOrdinary = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const copiedBack = async (folder: string, to: string, files: readonly BackupFile[], report: Report): Promise<void> => {
  for (const [at, { path, sha256 }] of files.entries()) {
    const [from, into] = [join(folder, path), join(to, path)];
    if (!isWithin(folder, from) || !isWithin(to, into) || !isOrdinary(from))
      throw new Error(`The backup lacks ${path}.`);
    if ((await digestOf(from)) !== sha256) throw new Error(`The backup is damaged: ${path} is not what was backed up.`);
    await copied(from, into, sha256);
    report(sumOf(files.slice(0, at + 1)));
  }
  const [damaged] = damagedDatabases(to, files);
  if (damaged) throw new Error(`The backup is damaged: ${damaged} is no whole database.`);
};

const manifestOf = (folder: string): z.output<typeof Manifest> => {
  let manifest: z.output<typeof Manifest> | undefined;
  try {
    manifest = readJson(join(folder, manifestName), Manifest);
  } catch (error) {
    throw new Error(`${folder} is no whole backup: its ${manifestName} cannot be read.`, { cause: error });
  }
  if (!manifest) throw new Error(`${folder} is no whole backup: it has no ${manifestName}.`);
  return manifest;
};

export interface RestoredData extends Copied {
  madeAt: string;
  before: string | undefined;
}

/** Copies and checks all files first, so that nothing changes after an error; the previous data is renamed. */
export const restoreBackup = async (
  folder: string,
  dataDir: string,
  { overwrite = false, report = () => {} }: { overwrite?: boolean | undefined; report?: Report } = {},
): Promise<RestoredData> => {
  const manifest = manifestOf(folder);
  if (isWithin(dataDir, folder)) throw new Error('The backup folder must be outside the data folder.');
  const isThere = existsSync(dataDir) && readdirSync(dataDir).some((name) => !isOfRun(name));
  if (isThere && !isDataDir(dataDir))
    throw new Error(`${dataDir} holds files, but none of Stillwater's. Nothing was changed; check DATA_DIR.`);
  const lock = lockDataDir(dataDir);
  if (!lock) throw new Error(`Stillwater runs on the data in ${dataDir}. Stop it first (Ctrl-C), then restore.`);
  let incoming: string | undefined;
  try {
    incoming = mkdtempSync(`${dataDir}.incoming-`);
    if (isThere && !overwrite)
      throw new Error(
        `There is data in ${dataDir}. --overwrite puts the backup in its place, and keeps what is there beside it.`,
      );
    await copiedBack(folder, incoming, manifest.files, report);
    const before = isThere ? `${dataDir}.before-${new Date().toISOString().replace(/[:.]/g, '-')}` : undefined;
    if (before) renameSync(dataDir, before);
    else rmSync(dataDir, { recursive: true, force: true });
    try {
      renameSync(incoming, dataDir);
    } catch (error) {
      if (before) renameSync(before, dataDir);
      throw error;
    }
    lockDataDir(dataDir)?.release();
    return { ...sumOf(manifest.files), madeAt: manifest.made_at, before };
  } finally {
    if (incoming) rmSync(incoming, { recursive: true, force: true });
    lock.release();
  }
};

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
