import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const file = fileURLToPath(new URL('operator.ts', import.meta.url));

describe('the operator’s command', { timeout: 30_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-operator-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const run = (...words: string[]) => {
    const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, TABLE_NAME: '' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], { env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  it('explains itself when asked', () => {
    const { status, stdout } = run('--help');
    expect(status).toBe(0);
    for (const command of ['create-organization', 'invite-owner', 'add-home']) expect(stdout).toContain(command);
  });

  it.each([
    [[], 'Usage: npm run operator'],
    [['constructor'], 'Usage: npm run operator'],
    [['create-organization', '--bogus'], "Unknown option '--bogus'\n\nUsage"],
    [['create-organization'], 'Home is required\nPublic address is required\nName is required\nEmail is required'],
    [['invite-owner', '--slug', 'quiet-water', '--email', 'nobody'], 'Please enter a valid email address'],
    [['add-home', '--home', 'Chapel', '--slug', 'chapel'], 'Beside is required'],
    [['invite-owner', '--slug', 'quiet-water', '--email', 'a@example.com'], 'No product runs here.'],
  ])('says what is wrong with %j', (words, said) => {
    const { status, stderr } = run(...words);
    expect(status).toBe(1);
    expect(stderr).toContain(said);
  });
});
