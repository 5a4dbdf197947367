import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
let installations: string;

// A fake npm that records its run, waits, and leaves the files that npm leaves.
const fakeNpm = `
const { appendFileSync, mkdirSync, rmSync, copyFileSync } = require('node:fs');
appendFileSync(process.env.INSTALLATIONS, process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) process.exit(7);
setTimeout(() => {
  rmSync('node_modules', { recursive: true, force: true });
  mkdirSync('node_modules');
  copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
}, 300);`;

const lock = (version: string) =>
  JSON.stringify({
    packages: {
      '': { name: 'stillwater' },
      'node_modules/zod': { version, integrity: 'sha512-a' },
      'node_modules/only-elsewhere': { version: '1.0.0', optional: true },
    },
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-bootstrap-'));
  installations = join(folder, 'installations');
  mkdirSync(join(folder, 'scripts'));
  cpSync(new URL('./bootstrap.mjs', import.meta.url), join(folder, 'scripts/bootstrap.mjs'));
  writeFileSync(join(folder, 'npm.js'), fakeNpm);
  writeFileSync(join(folder, 'package-lock.json'), lock('1.0.0'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bootstrap = (args: string[] = [], more: Record<string, string> = {}) =>
  new Promise<{ code: number | null; output: string; errors: string }>((resolve) => {
    const env = { ...process.env, npm_execpath: join(folder, 'npm.js'), INSTALLATIONS: installations, ...more };
    const child = spawn(process.execPath, ['scripts/bootstrap.mjs', ...args], { cwd: folder, env });
    const collected = { output: '', errors: '' };
    child.stdout.on('data', (text) => (collected.output += text));
    child.stderr.on('data', (text) => (collected.errors += text));
    child.once('close', (code) => resolve({ code, ...collected }));
  });
const installed = () => (existsSync(installations) ? readFileSync(installations, 'utf8').trim().split('\n') : []);

describe('bootstrap', () => {
  it('installs once with the seconds printed, and prints nothing afterwards', async () => {
    const first = await bootstrap();
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Installing packages.*installed in \d\.\d s/s),
    });
    expect(await bootstrap()).toEqual({ code: 0, output: '', errors: '' });
    expect(installed()).toEqual([expect.stringMatching(/^ci .*--include=dev --include=optional/)]);
  });

  it('installs again when the lock file has changed', async () => {
    await bootstrap();
    writeFileSync(join(folder, 'package-lock.json'), lock('1.0.1'));
    expect((await bootstrap()).output).toContain('package-lock.json has changed');
    expect(installed()).toHaveLength(2);
  });

  it('installs once for two starts at the same time', async () => {
    const both = await Promise.all([bootstrap(), bootstrap()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(installed()).toHaveLength(1);
    expect(both.map(({ output }) => output).join('')).toContain('Another start is installing');
  });

  it('takes over from a killed start', async () => {
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
    const lockDir = join(tmpdir(), `stillwater-install-${process.getuid?.() ?? 'user'}-${name}`);
    mkdirSync(lockDir);
    writeFileSync(join(lockDir, 'pid'), '999999999');
    expect((await bootstrap()).code).toBe(0);
    expect(installed()).toHaveLength(1);
    expect(existsSync(lockDir)).toBe(false);
  });

  it('explains a failure of npm, and tries again next time', async () => {
    const failed = await bootstrap([], { NPM_FAILS: '1' });
    expect(failed).toMatchObject({ code: 1, errors: expect.stringContaining('could not be installed') });
    expect((await bootstrap()).code).toBe(0);
  });
});
