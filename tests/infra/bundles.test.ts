import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentNames } from '#infra/environment-names.ts';
import { settingsOf } from '#infra/function-environment.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { functionBundles } from './function-bundles.ts';

const largestBytes = 600_000;
/**
 * Functions that do one small thing carry little more than the SDK's clients that they use. That of SSNs takes on the
 * rights of one organization besides, by STS's client and the XML that it speaks.
 */
const budgets: Partial<Record<FunctionName, number>> = {
  ssn: 400_000,
  reference: 350_000,
  paper: 1_600_000,
  'kept-papers': 1_600_000,
};
/** These build the schemas of all eighteen sections of a case: they take longer, until those are lazy. */
const withSections = new Set<FunctionName>(['cases', 'disclosures']);
/** The same, and the library that makes PDFs. */
const withPdfs = 160;
/** Processor time of an import. */
const longestImportMs = (name: FunctionName): number => {
  if (name === 'paper' || name === 'kept-papers') return withPdfs;
  return withSections.has(name) ? 120 : 100;
};
const maxImports = 25;

const bundles = await functionBundles();

const api = bundles.filter(({ name }) => 'endpoints' in functions[name]);
const settings = Object.fromEntries(environmentNames.map((name) => [name, 'https://setting.example']));

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

  it.each(bundles)('$name carries no JSON schemas and no chain of credentials', ({ file }) => {
    const code = readFileSync(file, 'utf8');
    // Not the code itself into the report.
    expect(['json-schema.org/draft', 'AWS_WEB_IDENTITY_TOKEN_FILE'].filter((mark) => code.includes(mark))).toEqual([]);
  });

  // Whatever else runs can only add to it, so the first that is within the budget shows that it can be kept.
  it.each(api)('$name is imported in time', ({ name, file }) => {
    const longest = longestImportMs(name);
    let fastest = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < maxImports && fastest >= longest; tries++) fastest = Math.min(fastest, importMs(file));
    console.info(`${name}: ${fastest.toFixed(0)} ms`);
    expect(fastest).toBeLessThan(longest);
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
});
