import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '#infra/function-environment.ts';
import { environmentNames, type FunctionName, functions } from '#infra/functions.ts';
import { functionBundles } from './function-bundles.ts';

const largestBytes = 600_000;
/** Functions that do one small thing carry little more than the SDK's clients that they use. */
const smallBytes = 350_000;
const small = new Set<FunctionName>(['ssn', 'reference']);
const longestImportMs = 80;
const fewestImports = 5;
const maxImports = 25;

const bundles = await functionBundles();

const api = bundles.filter(({ name }) => 'endpoints' in functions[name]);
const settings = Object.fromEntries(environmentNames.map((name) => [name, 'https://setting.example']));

/**
 * Milliseconds that a fresh process takes to import the bundle, as a cold start does. On a busy machine the clock also
 * counts what others take away, so that the processor's time is taken where it is less.
 */
const importMs = (file: string): number => {
  const script = `
    const [started, used] = [performance.now(), process.cpuUsage()];
    await import(${JSON.stringify(file)}).catch(({ message }) => {
      // Node would print the line that failed, which in a bundle is all of it.
      process.stderr.write(message);
      process.exit(1);
    });
    const { user, system } = process.cpuUsage(used);
    console.log(Math.min(performance.now() - started, (user + system) / 1000));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...settings, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    encoding: 'utf8',
  });
  return Number(output.trim().split('\n').at(-1));
};

describe('function bundles', () => {
  it.each(bundles)('$name stays within its budget', ({ name, bytes }) => {
    console.info(`${name}: ${Math.round(bytes / 1000)} kB`);
    expect(bytes).toBeLessThanOrEqual(small.has(name) ? smallBytes : largestBytes);
  });

  it.each(bundles)('$name carries no JSON schemas and no chain of credentials', ({ file }) => {
    const code = readFileSync(file, 'utf8');
    // Not the code itself into the report.
    expect(['json-schema.org/draft', 'AWS_WEB_IDENTITY_TOKEN_FILE'].filter((mark) => code.includes(mark))).toEqual([]);
  });

  // The fastest counts: anything else that runs can only add, and on a busy machine it takes more tries to see it.
  it.each(api)('$name is imported in less than 80 ms', ({ name, file }) => {
    let fastest = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < maxImports && (tries < fewestImports || fastest >= longestImportMs); tries++)
      fastest = Math.min(fastest, importMs(file));
    console.info(`${name}: ${fastest.toFixed(0)} ms`);
    expect(fastest).toBeLessThan(longestImportMs);
  });

  it.each(bundles)('$name reads the settings that it is given, and no others', ({ name, file }) => {
    const code = readFileSync(file, 'utf8');
    expect(environmentNames.filter((setting) => new RegExp(`\\b${setting}\\b`).test(code))).toEqual(settingsOf(name));
  });

  it.each(bundles)('S-33 $name carries no secret', ({ file }) => {
    const code = readFileSync(file, 'utf8');
    expect(/AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----|6L[0-9A-Za-z_-]{38}/.test(code)).toBe(false);
  });

  it.each(bundles)('S-38 $name has no source map', ({ file }) => {
    expect(readFileSync(file, 'utf8').includes('sourceMappingURL=data')).toBe(false);
  });
});
