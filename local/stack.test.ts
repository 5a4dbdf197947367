import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { environmentNames } from '#infra/environment-names.ts';
import { functions } from '#infra/functions.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

let folder: string;
let stack: Stack | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-stack-'));
});
afterEach(async () => {
  await stack?.close();
  stack = undefined;
  rmSync(folder, { recursive: true, force: true });
});

// Entries that record their events and respond in the format of their kind.
const code = (name: string) => `
import { appendFileSync } from 'node:fs';
export const handler = async (event) => {
  appendFileSync(${JSON.stringify('LOG')}, JSON.stringify({ name: ${JSON.stringify(name)}, event }) + '\\n');
  if (event.Records) return { batchItemFailures: [] };
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(process.env) };
};`;

const start = async (options: Partial<StackOptions> = {}) => {
  const entries = join(folder, 'entries');
  if (!existsSync(entries)) {
    mkdirSync(entries);
    for (const name of Object.keys(functions)) {
      writeFileSync(join(entries, `${name}.ts`), code(name).replace('LOG', join(folder, 'log')));
    }
  }
  const dataDir = join(folder, 'data');
  stack = await startStack({
    dataDir,
    ports: 'random',
    seed: false,
    entries: pathToFileURL(`${entries}/`),
    ...options,
  });
  return stack;
};
const invocations = (name: string) =>
  (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') : [])
    .map((line) => JSON.parse(line))
    .filter((invocation) => invocation.name === name)
    .map(({ event }) => event);

describe('stack', () => {
  it('gives functions every setting of the table, and hides the AWS account', async () => {
    process.env.AWS_PROFILE = 'production';
    const { staffUrl, env } = await start({ rateLimits: 'off', effectLeaseSeconds: 3 });
    const seen = (await (await fetch(`${staffUrl}/api/common/countries/`)).json()) as Record<string, string>;
    for (const name of environmentNames) expect(seen[name], name).toBeTruthy();
    expect(seen).toMatchObject({
      RATE_LIMITS: 'off',
      EFFECT_LEASE_SECONDS: '3',
      STAFF_SITE_URL: staffUrl,
      TABLE_NAME: env.TABLE_NAME,
    });
    expect(seen.AWS_PROFILE).toBeUndefined();
    const endpoints = Object.entries(seen).filter(([name]) => name.startsWith('AWS_ENDPOINT_URL'));
    expect(endpoints.length).toBe(12);
    // The database has its own address (0231).
    for (const [, url] of endpoints) expect(url).toMatch(/^http:\/\/127\.\d+\.\d+\.\d+:/);
  });

  it('S-25 calls the functions with the secret through the sites only', async () => {
    const { staffUrl, intakeUrl, apiUrl } = await start();
    for (const url of [staffUrl, intakeUrl]) await fetch(`${url}/api/common/countries/`);
    await fetch(`${apiUrl}/api/common/countries`);
    const secrets = invocations('reference').map(({ headers }) => headers['x-origin-verify']);
    expect(secrets).toEqual([expect.stringMatching(/^[\w-]{43}$/), secrets[0], undefined]);
  });

  it('rejects a second stack in its process or on its data, and cleans up', async () => {
    await start();
    await expect(startStack({ dataDir: join(folder, 'other'), ports: 'random' })).rejects.toThrow(
      'runs a stack already',
    );
    await stack?.close();
    await expect(start({ entries: pathToFileURL(`${folder}/nowhere/`) })).rejects.toThrow();
    await start();
  });

  it('S-39 does not expose demo accounts with the known password to other machines', async () => {
    delete process.env.STILLWATER_DEMO_PASSWORD;
    await expect(start({ host: '0.0.0.0' })).rejects.toThrow('STILLWATER_DEMO_PASSWORD');
    await start();
    for (const url of [stack?.staffUrl, stack?.intakeUrl, stack?.apiUrl, stack?.mailboxUrl, stack?.userPoolUrl]) {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    }
  });
});
