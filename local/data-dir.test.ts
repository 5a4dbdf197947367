import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertFormat, lockDataDir, runningProduct } from './data-dir.ts';

let folder: string;
let owner: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-data-'));
});
afterEach(async () => {
  await killOwner();
  rmSync(folder, { recursive: true, force: true });
});

const product = {
  staffUrl: 'http://127.0.0.1:1',
  apiUrl: 'http://127.0.0.1:4004',
  databaseUrl: 'http://127.0.0.1:2',
  queuesUrl: 'http://127.0.0.1:4',
  userPoolUrl: 'http://127.0.0.1:3',
  userPoolClientId: 'client',
};

const startOwner = async () => {
  const code = `
    const { lockDataDir } = await import(${JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)});
    lockDataDir(${JSON.stringify(folder)}).announce(${JSON.stringify(product)});
    process.stdout.write('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  owner = child;
  await once(child.stdout, 'data');
};
const killOwner = async () => {
  if (!owner) return;
  const exited = once(owner, 'exit');
  owner.kill('SIGKILL');
  await exited;
  owner = undefined;
};

describe('data directory', () => {
  it('lets one product at a time use the directory', () => {
    const lock = lockDataDir(folder);
    expect(lock).toBeDefined();
    expect(lockDataDir(folder)).toBeUndefined();
    lock?.release();
    lock?.release();
    const again = lockDataDir(folder);
    expect(again).toBeDefined();
    again?.release();
  });

  it('tells other commands about the running product', async () => {
    expect(runningProduct(folder)).toBeUndefined();
    await startOwner();
    expect(runningProduct(folder)).toEqual({ pid: owner?.pid, ...product });
    expect(lockDataDir(folder)).toBeUndefined();
  });

  it('reports data of another version of the product', () => {
    assertFormat(folder);
    mkdirSync(join(folder, 'database'));
    assertFormat(folder);
    writeFileSync(join(folder, 'format.json'), '{"format":1}');
    expect(() => assertFormat(folder)).toThrow('npm run reset');
    rmSync(join(folder, 'format.json'));
    expect(() => assertFormat(folder)).toThrow('was written by a different version of Stillwater');
  });

  it('frees the directory after its owner was killed, whatever that wrote', async () => {
    await startOwner();
    await killOwner();
    expect(runningProduct(folder)).toBeUndefined();
    const lock = lockDataDir(folder);
    expect(lock).toBeDefined();
    lock?.release();
  });
});
