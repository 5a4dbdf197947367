import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StreamMaintenance } from './stream-maintenance.ts';

describe('the records of a stream', () => {
  let folder: string;
  let engine: DatabaseSync;
  let maintenance: StreamMaintenance;
  const left = () => Number(engine.prepare('SELECT count(*) AS n FROM _stream_records').get()?.n);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stream-records-'));
    const path = join(folder, 'engine.sqlite');
    engine = new DatabaseSync(path);
    engine.exec('PRAGMA journal_mode = WAL');
    engine.exec('CREATE TABLE _stream_records (table_name TEXT, shard_id TEXT, sequence_number TEXT)');
    const insert = engine.prepare('INSERT INTO _stream_records VALUES (?, ?, ?)');
    for (let n = 1; n <= 300; n++) insert.run('records', 'shard', String(n));
    maintenance = new StreamMaintenance(path, { busyMs: 1 });
  });
  afterEach(() => {
    maintenance.close();
    engine.close();
    rmSync(folder, { recursive: true });
  });

  it('go up to the checkpoint', () => {
    maintenance.trim('records', '250');
    expect(left()).toBe(51);
  });

  it('go later where the disk takes nothing now, and nobody notices', async () => {
    engine.exec('BEGIN IMMEDIATE');
    maintenance.trim('records', '250');
    expect(left()).toBe(300);
    engine.exec('COMMIT');
    await expect.poll(left, { timeout: 5_000, interval: 20 }).toBe(51);
  });
});
