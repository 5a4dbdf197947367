import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from '#local/data-dir.ts';
import { makeBackup, restoreBackup } from './backup.command.ts';

describe('backup of local data', () => {
  let root: string;
  let dataDir: string;
  let folder: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stillwater-backup-'));
    dataDir = join(root, 'data');
    folder = join(root, 'backup');
    lockDataDir(dataDir)?.release();
    mkdirSync(join(dataDir, 'database'));
    mkdirSync(join(dataDir, 's3', 'documents'), { recursive: true });
    const database = new DatabaseSync(join(dataDir, 'database', 'dynoxide.sqlite'));
    database.exec("CREATE TABLE items (key TEXT); INSERT INTO items VALUES ('first')");
    database.close();
    writeFileSync(join(dataDir, 's3', 'documents', 'permit.pdf'), 'a permit');
    writeFileSync(join(dataDir, 'format.json'), '{"format":2}');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const permit = (of = dataDir) => readFileSync(join(of, 's3', 'documents', 'permit.pdf'), 'utf8');
  const backedUp = () => makeBackup(dataDir, folder);

  it('restores a backup, and moves newer data aside', async () => {
    expect(await backedUp()).toMatchObject({ files: 3 });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    writeFileSync(join(dataDir, 's3', 'documents', 'permit.pdf'), 'another permit');
    writeFileSync(join(dataDir, 'late.json'), '{}');
    await expect(restoreBackup(folder, dataDir)).rejects.toThrow('There is data in');
    expect(permit()).toBe('another permit');

    const restored = await restoreBackup(folder, dataDir, { overwrite: true });
    expect(restored).toMatchObject({ files: 3, madeAt: expect.stringMatching(/^20/) });
    expect(permit()).toBe('a permit');
    expect(existsSync(join(dataDir, 'late.json'))).toBe(false);
    expect(permit(restored.before)).toBe('another permit');
    const database = new DatabaseSync(join(dataDir, 'database', 'dynoxide.sqlite'), { readOnly: true });
    expect(database.prepare('SELECT key FROM items').all()).toEqual([{ key: 'first' }]);
    database.close();
    expect(readdirSync(root).toSorted()).toEqual(['backup', 'data', expect.stringMatching(/^data\.before-/)]);
    // Not started yet, but data.
    await makeBackup(dataDir, join(root, 'again'));
  });

  it('restores into a folder that does not exist', async () => {
    await backedUp();
    const drill = join(root, 'drill');
    expect(await restoreBackup(folder, drill)).toMatchObject({ before: undefined });
    expect(permit(drill)).toBe('a permit');
  });

  it('rejects backup and restore while a product uses the data', async () => {
    await backedUp();
    const running = lockDataDir(dataDir);
    await expect(makeBackup(dataDir, join(root, 'other'))).rejects.toThrow('Stop it first');
    await expect(restoreBackup(folder, dataDir, { overwrite: true })).rejects.toThrow('Stop it first');
    running?.release();
    writeFileSync(join(dataDir, 'database', 'engine-process.json'), '{}');
    await expect(makeBackup(dataDir, join(root, 'other'))).rejects.toThrow('The product was killed');
    expect(existsSync(join(root, 'other'))).toBe(false);
  });

  it('rejects a damaged or incomplete backup, and changes nothing', async () => {
    await backedUp();
    const refusal = (wanted: string) =>
      expect(restoreBackup(folder, dataDir, { overwrite: true })).rejects.toThrow(wanted);
    writeFileSync(join(folder, 's3', 'documents', 'permit.pdf'), 'A permit');
    await refusal('The backup is damaged: s3/documents/permit.pdf');
    rmSync(join(folder, 's3'), { recursive: true });
    await refusal('The backup lacks s3/documents/permit.pdf');
    for (const content of ['half a lis', '{"backup":2}']) {
      writeFileSync(join(folder, 'stillwater-backup.json'), content);
      await refusal('is no whole backup: its stillwater-backup.json cannot be read');
    }
    rmSync(join(folder, 'stillwater-backup.json'));
    await refusal('is no whole backup: it has no');
    expect(permit()).toBe('a permit');
    expect(readdirSync(root).toSorted()).toEqual(['backup', 'data']);
  });

  it('rejects a forged backup with paths outside its folder', async () => {
    await backedUp();
    const manifest = join(folder, 'stillwater-backup.json');
    const path = 's3/documents/permit.pdf';
    const forged = readFileSync(manifest, 'utf8').replace(path, `../backup/${path}`);
    writeFileSync(manifest, forged);
    await expect(restoreBackup(folder, join(root, 'drill'))).rejects.toThrow('The backup lacks ../backup');
    writeFileSync(manifest, forged.replace('../backup/', ''));
    rmSync(join(folder, path));
    symlinkSync(join(dataDir, path), join(folder, path));
    await expect(restoreBackup(folder, join(root, 'drill'))).rejects.toThrow(`The backup lacks ${path}`);
    for (const name of readdirSync(root)) expect(['backup', 'data', 'drill']).toContain(name);
  });

  it('rejects a backup of an already damaged database', async () => {
    writeFileSync(join(dataDir, 'database', 'dynoxide.sqlite'), Buffer.alloc(8192, 'no database'));
    await backedUp();
    await expect(restoreBackup(folder, join(root, 'drill'))).rejects.toThrow('is no whole database');
    expect(existsSync(join(root, 'drill', 'database'))).toBe(false);
  });

  it('writes only to a new or empty folder', async () => {
    await expect(makeBackup(join(root, 'nowhere'), folder)).rejects.toThrow('no data of Stillwater');
    await expect(makeBackup(dataDir, join(dataDir, 'backup'))).rejects.toThrow('outside the data');
    await expect(makeBackup(dataDir, join(root))).rejects.toThrow('holds something already');
    await backedUp();
    const strangers = join(root, 'strangers');
    mkdirSync(strangers);
    writeFileSync(join(strangers, 'thesis.txt'), 'precious');
    await expect(restoreBackup(folder, strangers, { overwrite: true })).rejects.toThrow('none of Stillwater');
    expect(readdirSync(strangers)).toEqual(['thesis.txt']);
  });
});
