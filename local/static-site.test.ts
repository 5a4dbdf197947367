import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { loadStaticSite } from './static-site.ts';

const outer = mkdtempSync(join(tmpdir(), 'stillwater-site-'));
const folder = join(outer, 'site');
afterAll(() => rmSync(outer, { recursive: true, force: true }));

const page = `<!doctype html>${'<p>words</p>'.repeat(100)}`;
const script = 'console.log("hello");'.repeat(100);
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(outer, 'outside.txt'), 'nobody may read this');
writeFileSync(join(folder, 'index.html'), page);
writeFileSync(join(folder, 'assets/main-abc123.js'), script);
writeFileSync(join(folder, 'logo.png'), Buffer.alloc(1000, 7));
writeFileSync(join(folder, 'robots.txt'), 'short');

const site = loadStaticSite(folder);
const get = (path: string, acceptEncoding = '', ifNoneMatch?: string) =>
  site({ method: 'GET', path, acceptEncoding, ifNoneMatch });

describe('static site', () => {
  it('revalidates pages on each request, but never hashed assets', async () => {
    expect((await get('/index.html')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    expect((await get('/assets/main-abc123.js')).headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
  });

  it('sends brotli, gzip or the plain file, as the browser accepts', async () => {
    const built = await get('/assets/main-abc123.js', 'gzip, deflate, br');
    expect(built.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(built.body ?? '').toString()).toBe(script);
    expect(brotliDecompressSync((await get('/index.html', 'br')).body ?? '').toString()).toBe(page);
    expect(gunzipSync((await get('/index.html', 'gzip')).body ?? '').toString()).toBe(page);
    expect((await get('/index.html', 'br;q=0')).headers).not.toHaveProperty('content-encoding');
    expect((await get('/logo.png', 'br')).headers).not.toHaveProperty('content-encoding');
    expect((await get('/robots.txt', 'br')).body?.toString()).toBe('short');
  });

  it.each(['/missing.js', '/../outside.txt', '/%2e%2e/outside.txt', '/assets', '//index.html'])(
    'returns 404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
