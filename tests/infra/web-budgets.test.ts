import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, siteFolders } from '../../scripts/build-web.ts';
import { isFetchedWhenWanted } from '../../web-intake/build.ts';

const kB = 1000;
const sizes = new Map<string, number>();

const brotliBytes = (path: string): number => {
  const known = sizes.get(path);
  if (known !== undefined) return known;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const size = brotliCompressSync(readFileSync(path), { params }).length;
  sizes.set(path, size);
  return size;
};

const siteOf = (folder: string) => {
  const assets = join(folder, 'assets');
  const read = (name: string) => readFileSync(join(assets, name), 'utf8');
  const find = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const withImports = (names: readonly string[], found = new Set<string>()): Set<string> => {
    for (const name of names) {
      if (found.has(name)) continue;
      found.add(name);
      withImports(find(read(name), /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g), found);
    }
    return found;
  };
  return {
    html,
    files: readdirSync(assets),
    read,
    withImports,
    entry: withImports(find(html, /<(?:script|link)[^>]*(?:src|href)="\/assets\/([\w.-]+\.js)"/g)),
    styles: find(html, /<link[^>]*href="\/assets\/([\w.-]+\.css)"/g),
    lazy: (name: string) => find(read(name), /import\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g),
    bytes: (names: Iterable<string>) => [...names].reduce((sum, name) => sum + brotliBytes(join(assets, name)), 0),
  };
};

let staff: ReturnType<typeof siteOf>;
let intake: ReturnType<typeof siteOf>;
beforeAll(async () => {
  await ensureBuilt();
  staff = siteOf(siteFolders().staff);
  intake = siteOf(siteFolders().intake);
});

describe('brotli size of the sites', () => {
  it('draws the sign-in page with at most 120 kB of script and 30 kB of style', () => {
    console.info(`staff entry: ${staff.bytes(staff.entry) / kB} kB script, ${staff.bytes(staff.styles) / kB} kB style`);
    expect(staff.entry.size).toBeGreaterThan(0);
    expect(staff.bytes(staff.entry)).toBeLessThanOrEqual(120 * kB);
    expect(staff.bytes(staff.styles)).toBeLessThanOrEqual(30 * kB);
  });

  it('signs in with at most 35 kB more', () => {
    const pool = [...staff.entry].flatMap(staff.lazy).find((name) => name.startsWith('user-pool-'));
    const files = [...staff.withImports(pool ? [pool] : [])].filter((file) => !staff.entry.has(file));
    console.info(`staff sign-in: ${staff.bytes(files) / kB} kB script`);
    expect(files.length).toBeGreaterThan(0);
    expect(staff.bytes(files)).toBeLessThanOrEqual(35 * kB);
  });

  it('adds at most 67 kB per page, and 92 and 104 kB for those of a whole case', () => {
    const pages = [...staff.entry].flatMap(staff.lazy);
    const shell = pages.find((name) => name.startsWith('shell-'));
    expect(shell).toBeDefined();
    const pool = pages.find((name) => name.startsWith('user-pool-'));
    // Both are loaded before any page.
    const loaded = staff.withImports(
      [shell, pool].filter((name) => name !== undefined),
      new Set(staff.entry),
    );
    const weights = pages
      .filter((name) => name !== shell && name !== pool)
      .map((name) => [name, staff.bytes([...staff.withImports([name])].filter((file) => !loaded.has(file)))] as const);
    console.info(`staff shell: ${(staff.bytes(loaded) - staff.bytes(staff.entry)) / kB} kB`);
    expect(weights.length).toBeGreaterThan(5);
    // Cases have some 250 fields with their rules, and the case page also calls about money, permits, documents and
    // more.
    const rooms = { 'case-page': 104, 'create-case-page': 92 } as const;
    const roomOf = (name: string) =>
      (Object.entries(rooms).find(([page]) => name.startsWith(`${page}-`))?.[1] ?? 67) * kB;
    for (const [name, weight] of weights) expect(weight, name).toBeLessThanOrEqual(roomOf(name));
  });

  it.each([
    ['Home', 24, 404, ['home-page']],
    // With its payments and its fees open.
    ['a case', 40, 458, ['case-page', 'case-sidebar', 'case-signatures', 'family-part', 'payments-part', 'fee-sheet']],
  ])('loads %s from an empty cache with at most %i scripts of %i kB', (page, most, size, parts) => {
    const names = ['shell', 'user-pool', 'shared-session', 'idle', 'palette', ...parts];
    const first = names.map((part) => staff.files.find((name) => name.startsWith(`${part}-`) && /\.js$/.test(name)));
    expect(first).not.toContain(undefined);
    const files = staff.withImports(first.map(String), new Set(staff.entry));
    console.info(`staff up to ${page}: ${files.size} scripts, ${staff.bytes(files) / kB} kB`);
    expect(files.size).toBeLessThanOrEqual(most);
    expect(staff.bytes(files)).toBeLessThanOrEqual(size * kB);
  });

  it('limits the public site to 117 kB of script, 7 kB on request, 30 kB of places', () => {
    const scripts = intake.files.filter((name) => name.endsWith('.js'));
    console.info(`intake: ${intake.bytes(scripts) / kB} kB script, ${intake.bytes(intake.styles) / kB} kB style`);
    expect(scripts).toEqual(expect.arrayContaining([...intake.entry]));
    expect(intake.entry.size).toBeGreaterThan(0);
    // Loaded after a click or from an email link, so that not every family pays for them.
    const [places = [], wanted = []] = [true, false].map((isPlaces) =>
      scripts.filter((name) => isFetchedWhenWanted(name) && /zip-codes-\d/.test(name) === isPlaces),
    );
    expect(places).toHaveLength(10);
    for (const one of places) expect(intake.bytes([one]), one).toBeLessThanOrEqual(30 * kB);
    console.info(`intake, when wanted: ${intake.bytes(wanted) / kB} kB script`);
    expect(wanted.filter((name) => intake.entry.has(name))).toEqual([]);
    expect(intake.bytes(wanted)).toBeLessThanOrEqual(7 * kB);
    expect(intake.bytes(scripts) - intake.bytes(wanted) - intake.bytes(places)).toBeLessThanOrEqual(117 * kB);
  });
});

describe('landing page', () => {
  const page = () => readFileSync(join(siteFolders().staff, 'landing.html'), 'utf8');

  it('contains at most 20 kB of text, 2 kB of script and 20 kB of style', () => {
    const { staff: folder } = siteFolders();
    const styles = [...page().matchAll(/\/assets\/(landing-[\w-]+\.css)/g)].map(([, name]) => String(name));
    expect(styles).toHaveLength(1);
    expect(brotliBytes(join(folder, 'landing.html'))).toBeLessThanOrEqual(20 * kB);
    expect(brotliBytes(join(folder, 'session-mark.js'))).toBeLessThanOrEqual(2 * kB);
    expect(staff.bytes(styles)).toBeLessThanOrEqual(20 * kB);
  });

  it("S-28 preloads the application's scripts and styles, and runs one small script", () => {
    const [, application = ''] = /<template id="application">(.*?)<\/template>/s.exec(page()) ?? [];
    const named = (text: string) => [...text.matchAll(/\/assets\/[\w.-]+/g)].map(String).sort();
    expect(named(application)).toEqual(named(staff.html));
    const visible = page().replace(application, '');
    expect(visible.match(/<script[^>]*>/g)).toEqual(['<script src="/session-mark.js">']);
    expect(visible).not.toMatch(/\sstyle=|\son\w+="|<style/);
  });
});

describe('published files', () => {
  it('S-28 runs no inline script', () => {
    for (const { html } of [staff, intake])
      expect(html).not.toMatch(/<script(?![^>]*\ssrc="\/(?:assets\/|color-scheme\.js"))|\son\w+="/);
  });

  it('S-38 contains no source maps', () => {
    for (const { files, read } of [staff, intake]) {
      expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
      for (const name of files.filter((file) => file.endsWith('.js')))
        expect(read(name)).not.toContain('sourceMappingURL');
    }
  });
});
