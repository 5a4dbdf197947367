import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { functionBundles, importFloor } from '#tests/infra/function-bundles.ts';
import { long } from '#tests/support/length.ts';
import { environmentNames } from './environment-names.ts';
import { settingsOf } from './function-environment.ts';
import { type FunctionName, functions } from './functions.ts';

const largestBytes = 620_000;
const budgets: Partial<Record<FunctionName, number>> = {
  // What does one small thing carries little more than the SDK's clients that it uses.
  ssn: 360_000,
  reference: 350_000,
  // It carries the library that writes workbooks.
  disclosures: 660_000,
  // They carry the library that makes PDFs.
  paper: 1_600_000,
  'kept-papers': 1_600_000,
  'signing-work': 1_600_000,
  // It carries the library that reads PDFs.
  'document-scans': 2_200_000,
};
/**
 * How many times as long as its libraries alone a function may take to be imported. These take some 30 ms on a quick
 * machine, where most functions add as much again; rented cores are of several speeds, and so nothing is said in
 * milliseconds. The largest takes 2.8 times as long.
 */
const mostFloors = (name: FunctionName): number => {
  // They carry the library that makes PDFs.
  if (['paper', 'kept-papers', 'signing-work'].includes(name)) return 5;
  // They build the schemas of all eighteen sections of a case, until those are lazy.
  return ['cases', 'disclosures', 'imports'].includes(name) ? 4 : 3.3;
};
const maxImports = 10;

const bundles = await functionBundles();

const api = bundles.filter(({ name }) => 'endpoints' in functions[name]);
const settings = {
  ...Object.fromEntries(environmentNames.map((name) => [name, 'https://setting.example'])),
  SIGNING_SERVICES: '[]',
  SITE_ORIGINS: JSON.stringify({ staff: ['https://staff.example'], intake: ['https://report.example'] }),
  QUICKBOOKS: JSON.stringify({
    environment: 'local',
    ...{ api: 'https://api.example', authorizeUrl: 'https://api.example/authorize' },
    ...{ tokenUrl: 'https://api.example/tokens', revokeUrl: 'https://api.example/revoke' },
  }),
  GOOGLE_ENDPOINTS: JSON.stringify({ authUrl: '', tokenUrl: '', revokeUrl: '', apiUrl: '' }),
};

/**
 * Milliseconds of the processor that the main thread of a fresh process takes to import the bundle, as a cold start does.
 * The clock would also count what others do on the machine, and the whole process what V8 does beside it.
 */
const importMs = (file: string): number => {
  const script = `
    const started = process.threadCpuUsage();
    await import(${JSON.stringify(file)}).catch(({ message }) => {
      // Node would print the line that failed, which in a bundle is all of it.
      process.stderr.write(message);
      process.exit(1);
    });
    const { user, system } = process.threadCpuUsage(started);
    console.log((user + system) / 1000);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...settings, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    encoding: 'utf8',
  });
  return Number(output.trim().split('\n').at(-1));
};

describe('function bundles', () => {
  it.each(bundles)('$name stays within its budget', ({ name, bytes }) => {
    console.info(`${name}: ${Math.round(bytes / 1000)} kB`);
    expect(bytes).toBeLessThanOrEqual(budgets[name] ?? largestBytes);
  });

  /** Of what libraries could do and no function has them do, something that stands in nothing else. */
  const unused = {
    'JSON schemas': 'json-schema.org/draft',
    'a chain of credentials': 'AWS_WEB_IDENTITY_TOKEN_FILE',
    'files of a home directory': 'AWS_SHARED_CREDENTIALS_FILE',
    'the partitions of AWS': 'dualStackDnsSuffix',
    'retries that adapt': 'measuredTxRate',
  };

  it.each(bundles)('$name carries nothing of what it never does', ({ file }) => {
    const code = readFileSync(file, 'utf8');
    // Not the code itself into the report.
    expect(Object.entries(unused).flatMap(([what, mark]) => (code.includes(mark) ? [what] : []))).toEqual([]);
  });

  it.each(bundles)('$name reads the settings that it is given, and no others', ({ name, file }) => {
    const code = readFileSync(file, 'utf8');
    expect(environmentNames.filter((setting) => new RegExp(`\\b${setting}\\b`).test(code))).toEqual(settingsOf(name));
  });

  it.each(bundles)('S-33 $name carries no secret', ({ file }) => {
    const code = readFileSync(file, 'utf8');
    expect(/AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----|\b6L[0-9A-Za-z_-]{38}\b/.test(code)).toBe(false);
  });

  it.each(bundles)('S-38 $name has no source map', ({ file }) => {
    expect(readFileSync(file, 'utf8').includes('sourceMappingURL=data')).toBe(false);
  });

  // Whatever else runs can only add to it: the quickest import of several is nearest to what it takes, for both.
  it.runIf(long).each(api)('$name is imported in time', async ({ name, file }) => {
    const floor = await importFloor();
    let [quickest, quickestFloor] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const share = () => quickest / quickestFloor;
    for (let tries = 0; tries < maxImports && !(share() < mostFloors(name)); tries++) {
      quickestFloor = Math.min(quickestFloor, importMs(floor));
      quickest = Math.min(quickest, importMs(file));
    }
    console.info(`${name}: ${quickest.toFixed(0)} ms, its libraries alone ${quickestFloor.toFixed(0)} ms`);
    expect(share()).toBeLessThan(mostFloors(name));
  });
});
