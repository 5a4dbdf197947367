import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface StaticRequest {
  method: string;
  /** Path of a file in the site, after routing. */
  path: string;
  acceptEncoding?: string;
  ifNoneMatch?: string;
}

export interface StaticAnswer {
  status: number;
  headers: Record<string, string>;
  body?: Buffer;
}

export type StaticSite = (request: StaticRequest) => Promise<StaticAnswer>;

type Encoding = 'br' | 'gzip' | 'identity';

interface StaticFile {
  type: string;
  cacheControl: string;
  language?: string;
  etag: string;
  /** Filled on request. */
  bodies: Map<Encoding, Buffer>;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const compressible = /^(text\/|application\/(json|manifest\+json)|image\/svg)/;

const brotli = promisify(brotliCompress);
const compress = {
  // The best quality takes seconds for all files; CloudFront does not use it either.
  br: (content: Buffer) => brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

/**
 * Loads a built site as CloudFront serves it from S3: hashed assets are immutable, everything else is revalidated.
 * Files are read once, so a later build does not affect a running product.
 */
export function loadStaticSite(directory: string): StaticSite {
  const files = readFiles(directory);
  return async ({ method, path, acceptEncoding = '', ifNoneMatch }) => {
    if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Method not allowed\n', { allow: 'GET, HEAD' });
    const file = files.get(path);
    if (!file)
      return plain(404, files.size > 0 ? 'Not found\n' : 'This site has not been built. Run npm run build:web\n');
    const encoding = chooseEncoding(file, acceptEncoding);
    const etag = encoding === 'identity' ? `"${file.etag}"` : `"${file.etag}-${encoding}"`;
    const headers: Record<string, string> = { 'cache-control': file.cacheControl, etag, vary: 'accept-encoding' };
    if (ifNoneMatch?.split(/,\s*/).includes(etag)) return { status: 304, headers };
    headers['content-type'] = file.type;
    if (file.language) headers['content-language'] = file.language;
    if (encoding !== 'identity') headers['content-encoding'] = encoding;
    const body = await bodyOf(file, encoding);
    headers['content-length'] = String(body.length);
    return method === 'HEAD' ? { status: 200, headers } : { status: 200, headers, body };
  };
}

function plain(status: number, text: string, headers: Record<string, string> = {}): StaticAnswer {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: Buffer.from(text),
  };
}

function readFiles(directory: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(directory, path).split(sep).join('/')}`;
    const content = readFileSync(path);
    files.set(name, {
      type: types[extname(name)] ?? 'application/octet-stream',
      cacheControl: name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
      bodies: new Map([['identity', content]]),
      ...(name.endsWith('.html') ? { language: /^\/(es)\//.exec(name)?.[1] ?? 'en' } : {}),
    });
  }
  return files;
}

function chooseEncoding(file: StaticFile, acceptEncoding: string): Encoding {
  if (!compressible.test(file.type) || (file.bodies.get('identity')?.length ?? 0) < 256) return 'identity';
  const accepted = acceptEncoding
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

async function bodyOf(file: StaticFile, encoding: Encoding): Promise<Buffer> {
  const ready = file.bodies.get(encoding);
  if (ready) return ready;
  const content = file.bodies.get('identity') ?? Buffer.alloc(0);
  const body = encoding === 'identity' ? content : await compress[encoding](content);
  file.bodies.set(encoding, body);
  return body;
}
