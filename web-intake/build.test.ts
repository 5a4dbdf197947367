import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { version } from 'react-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIntake } from './build.ts';

let folder: string;
let files: Map<string, Buffer>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intake-build-'));
  await buildIntake(folder);
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  files = new Map(
    await Promise.all(
      entries.map(async ({ parentPath, name }): Promise<[string, Buffer]> => {
        const path = join(parentPath, name);
        return [relative(folder, path).replace(/^assets\//, ''), await readFile(path)];
      }),
    ),
  );
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const brotliKb = (ending: string): number => {
  const found = [...files].filter(([name]) => name.endsWith(ending));
  return found.reduce((sum, [, content]) => sum + brotliCompressSync(content).length, 0) / 1000;
};
const page = (name: string): string => String(files.get(name));

describe('the built intake site', () => {
  it('keeps its size budget: style at most 12 kB, page at most 15 kB, compressed', () => {
    const sizes = { css: brotliKb('.css'), html: brotliKb('index.html') };
    console.info('Intake, kB brotli:', sizes);
    expect(sizes.css).toBeLessThanOrEqual(12);
    expect(sizes.html).toBeLessThanOrEqual(15);
  });

  it('contains the production version of React', () => {
    const scripts = [...files].filter(([name]) => name.endsWith('.js')).map(([, content]) => String(content));
    expect(scripts.join()).toMatch(new RegExp(`reconcilerVersion:.${version.replaceAll('.', '\\.')}.`));
    expect(scripts.join()).not.toMatch(/Each child in a list should have/);
  });

  it('S-28 contains no inline scripts or styles, only files of its own origin', () => {
    for (const name of [
      'index.html',
      'status.html',
      'start.html',
      'es/index.html',
      'es/status.html',
      'es/start.html',
    ]) {
      expect(page(name)).not.toMatch(
        /<style|style=|<script(?![^>]*\ssrc="\/assets\/)|\son\w+="|https?:\/\/(?!www\.w3\.org)/,
      );
    }
  });

  it('S-38 ships no source maps', () => {
    expect([...files.keys()].filter((name) => name.endsWith('.map'))).toEqual([]);
    expect(
      [...files].filter(([name, content]) => /\.(js|css)$/.test(name) && content.includes('sourceMappingURL')),
    ).toEqual([]);
  });

  it('shows its text without its script', () => {
    expect(page('index.html')).toContain('Report a Death</h1>');
    expect(page('index.html')).toContain('Important Legal Notice');
    expect(page('index.html')).toMatch(/<noscript>[\s\S]*Please call your funeral home/);
    expect(page('status.html')).toMatch(/<noscript>[\s\S]*for the status of your report/);
    expect(page('start.html')).toContain('data-page="start"');
    expect(page('status.html')).toContain('data-page="status"');
  });

  it('builds each page in Spanish, with its words in a file that English never loads', () => {
    for (const [name, title] of [
      ['index.html', 'Informar un fallecimiento'],
      ['start.html', 'Informar un fallecimiento'],
      ['status.html', 'Estado de su informe'],
    ] as const) {
      const [english, spanish] = [page(name), page(`es/${name}`)];
      expect(english).toContain('<html lang="en">');
      expect(spanish).toContain('<html lang="es">');
      expect(spanish).toContain(`<title>${title}</title>`);
      expect(spanish).toMatch(/<noscript>[\s\S]*Llame a su funeraria/);
      for (const html of [english, spanish])
        expect(html.match(/rel="alternate" hreflang="(?:en|es)" href="\?lang=(?:en|es)"/g)).toHaveLength(2);
      expect(english).not.toMatch(/assets\/es-/);
      expect(
        files.has(/rel="preload" as="fetch" crossorigin href="\/assets\/(es-[\w-]+\.json)"/.exec(spanish)?.[1] ?? ''),
      ).toBe(true);
    }
    console.info('Spanish words, kB brotli:', brotliKb('.json'));
    expect(brotliKb('.json')).toBeLessThanOrEqual(16);
  });

  it('uses no part of zod that was left out', () => {
    const scripts = [...files].filter(([name]) => name.endsWith('.js')).map(([, content]) => String(content));
    const asked = scripts.join().match(/\.(?:jwt|guid|uuidv[467]|nanoid|cuid2?|ulid|base64url|ipv[46]|duration)\(/g);
    expect(asked).toBeNull();
  });
});
