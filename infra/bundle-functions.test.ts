import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { functionBundles } from '#tests/infra/function-bundles.ts';
import { settingsOf } from './constructs/privileged-function.ts';
import { environmentNames } from './environment-names.ts';
import { type FunctionName, functions } from './functions.ts';

/** Larger budgets for functions whose library has no smaller alternative, in bytes. */
const heavier: Partial<Record<FunctionName, number>> = {
  'calendar-integration': 1_200_000,
  'google-calendar': 1_200_000,
  // The rules of nine capabilities that work on a case.
  cases: 1_050_000,
  // The libraries that write and read PDFs.
  paper: 1_900_000,
  'kept-papers': 1_975_000,
  'signing-work': 1_900_000,
  'document-scans': 2_625_000,
};
/** Functions with the S3 client may be half a megabyte larger. */
const maxBytes = (name: FunctionName): number => {
  const usesS3 = functions[name].grants.some((grant) => /^(documents|audit-witness):/.test(grant));
  return heavier[name] ?? (usesS3 ? 1_500_000 : 1_000_000);
};

const bundles = await functionBundles();

describe('function bundles', () => {
  it.each(bundles)('$name stays within its budget', ({ name, bytes }) => {
    console.info(`${name}: ${Math.round(bytes / 1000)} kB`);
    expect(bytes).toBeLessThanOrEqual(maxBytes(name));
  });

  it.each(bundles)('$name reads only the settings in its definition', ({ name, file }) => {
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

  it('reference contains the finished OpenAPI document and no endpoint schemas', () => {
    const { file = '' } = bundles.find(({ name }) => name === 'reference') ?? {};
    expect(readFileSync(file, 'utf8')).not.toContain(areas.customers.merge.summary);
  });
});
