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
/** What the reference work takes of the processor on an idle machine of the kind that the budget was set on. */
const referenceMs = 43;
const measurements = 9;

const bundles = await functionBundles();

const api = bundles.filter(({ name }) => 'endpoints' in functions[name]);
const settings = Object.fromEntries(environmentNames.map((name) => [name, 'https://setting.example']));

/** Compiles and runs generated classes, as an import does: on a machine that others use as well it slows as much. */
const referenceWork = `
  const cpuMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  const reference = () => {
    const started = cpuMs();
    for (let n = 0; n < 40; n++) {
      const classes = Array.from({ length: 60 }, (_, i) =>
        'class A' + n + '_' + i + '{constructor(a){this.a=a;this.b={x:' + i + ',y:a}}m(z){return this.a+z+' + n + '}}');
      new Function('return [' + classes.join(',') + '].map((C, i) => new C(i).m(2))')();
    }
    return cpuMs() - started;
  };`;

/**
 * Processor time that a fresh process takes to import the bundle, as a cold start does, in milliseconds: `used` as it
 * was here, `idle` as it would be on an idle machine, told by the reference work just before and after.
 */
const importCost = (file: string): { used: number; idle: number } => {
  const script = `${referenceWork}
    const before = reference();
    const started = cpuMs();
    await import(${JSON.stringify(file)}).catch(({ message }) => {
      // Node would print the line that failed, which in a bundle is all of it.
      process.stderr.write(message);
      process.exit(1);
    });
    const used = cpuMs() - started;
    console.log(JSON.stringify({ used, idle: used / ((before + reference()) / 2) * ${referenceMs} }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...settings, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    encoding: 'utf8',
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as { used: number; idle: number };
};

/** The middle one of several measurements, or the first that was within the budget without any allowance. */
const importMs = (file: string): number => {
  const idle: number[] = [];
  for (let n = 0; n < measurements; n++) {
    const cost = importCost(file);
    if (cost.used < longestImportMs) return cost.used;
    idle.push(cost.idle);
  }
  return idle.toSorted((a, b) => a - b)[Math.floor(measurements / 2)] ?? Number.POSITIVE_INFINITY;
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

  it.each(api)('$name is imported in less than 80 ms of the processor', ({ name, file }) => {
    const took = importMs(file);
    console.info(`${name}: ${took.toFixed(0)} ms`);
    expect(took).toBeLessThan(longestImportMs);
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
