import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { functionBundles } from '#tests/infra/function-bundles.ts';
import { environmentNames } from './environment-names.ts';
import { settingsOf } from './function-environment.ts';
import { type FunctionName, functions } from './functions.ts';

/** A function with the client of S3 may weigh half a megabyte more. */
const largestBytes = (name: FunctionName): number =>
  carriesPdfBytes[name] ??
  (functions[name].grants.some((grant) => /^(documents|audit-witness):/.test(grant)) ? 1_500_000 : 1_000_000);
/** These carry the library that makes PDFs, and the last one the library that reads them. */
const carriesPdfBytes: Partial<Record<FunctionName, number>> = {
  paper: 1_900_000,
  'kept-papers': 1_900_000,
  'signing-work': 1_900_000,
  'document-scans': 2_600_000,
};

const bundles = await functionBundles();

describe('function bundles', () => {
  it.each(bundles)('$name stays within its budget', ({ name, bytes }) => {
    console.info(`${name}: ${Math.round(bytes / 1000)} kB`);
    expect(bytes).toBeLessThanOrEqual(largestBytes(name));
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
