import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { runInNewContext } from 'node:vm';
import { apiSecurityHeaders } from '#domain/shared/contract/security-headers.ts';
import { apiPaths, requestSizes } from '#domain/shared/operations/deployment.ts';
import type { Site } from '#infra/security-headers.ts';
import type { Running } from './aws/http-listener.ts';
import { type ApiAnswer, type ApiRequest, BODY_LIMIT_BYTES, type HttpApi, refusal } from './http-api/http-api.ts';
import type { StaticSite } from './static-site.ts';

/** A request as CloudFront Functions receive it (event version 1.0). */
interface EdgeRequest {
  method: string;
  uri: string;
  headers: Record<string, { value: string }>;
  querystring?: Record<string, { value: string }>;
  cookies?: Record<string, { value: string }>;
}

type EdgeFunction = (request: EdgeRequest, viewerIp: string) => EdgeRequest;

type Handler = (event: { version: '1.0'; viewer: { ip: string }; request: EdgeRequest }) => EdgeRequest;

/** Loads the CloudFront Function that infra/ deploys: a script that defines `handler`. */
function loadEdgeFunction(name: 'api-request' | `${Site}-page-routing`): EdgeFunction {
  const url = new URL(`../infra/edge/${name}.js`, import.meta.url);
  const handler = runInNewContext(`${readFileSync(url, 'utf8')}\nhandler`, {}, { filename: url.pathname }) as Handler;
  return (request, ip) => handler({ version: '1.0', viewer: { ip }, request });
}

export interface Front {
  name: Site;
  site: StaticSite;
  /** The component gallery of the staff site, which is never deployed. */
  gallery?: StaticSite;
  headers: Record<string, string>;
  config: object;
  api: HttpApi;
  originSecret: string;
  /** Path prefix → sandbox, for browsers on other machines, because sandboxes listen only on 127.0.0.1. */
  sandboxes?: Record<string, string>;
}

/** A listening site that returns 503 until it has something to serve. */
export interface OpenSite extends Running {
  serve(front: Front): void;
}

const pageRouting: Record<Site, EdgeFunction> = {
  staff: loadEdgeFunction('staff-page-routing'),
  intake: loadEdgeFunction('intake-page-routing'),
};
const apiRequest = loadEdgeFunction('api-request');

/** True if the site's distribution routes this path to the API. */
const isApi = (site: Site, path: string): boolean =>
  apiPaths[site].some((pattern) => path.startsWith(pattern.slice(0, -1)));

const DRAIN_MS = 5_000;
const LINGER_MS = 150;
const READ_LIMIT_BYTES = 8 * BODY_LIMIT_BYTES;

/**
 * CloudFront in front of one site: static files, `/config.json`, and its API paths on the same origin. It listens
 * first, because the functions need their sites' addresses when loaded.
 */
export async function openSite(options: { host: string; port: number }): Promise<OpenSite> {
  let front: Front | undefined;
  const running = await serve(options.host, options.port, (request, response) => {
    if (front) return route(front, running.url, request, response);
    const headers = { 'content-type': 'text/plain', 'retry-after': '1' };
    send(response, { status: 503, headers, body: Buffer.from('Stillwater is starting\n') }, {});
  });
  return {
    ...running,
    serve(given) {
      front = given;
    },
  };
}

/** The firewall's response: a CloudFront page without machine-readable details. */
const blocked: ApiAnswer = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>403 ERROR</h1>The request could not be satisfied.</body></html>\n',
};

async function route(front: Front, url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '/', query = ''] = splitTarget(request.url);
  if (path.length > requestSizes.path || query.length > requestSizes.query) return send(response, blocked, {});
  if (isApi(front.name, path)) return send(response, await callApi(front, request, path, query), apiSecurityHeaders);
  if (isPageElsewhere(request, url)) {
    return send(
      response,
      { status: 307, headers: { location: url + request.url }, body: Buffer.alloc(0) },
      front.headers,
    );
  }
  if (path === '/config.json') return sendConfig(front, request, response);
  const sandbox = Object.entries(front.sandboxes ?? {}).find(([prefix]) => path.startsWith(prefix));
  if (sandbox) return send(response, await forward(request, sandbox[1] + path.slice(sandbox[0].length)), {});
  const { method = 'GET', headers } = request;
  const { uri } = pageRouting[front.name]({ method, uri: path, ...wishesOf(headers, query) }, viewerOf(request));
  const piece = front.gallery && galleryFileOf(path);
  const answer = await (piece && front.gallery ? front.gallery : front.site)({
    method,
    path: piece ?? uri,
    acceptEncoding: String(headers['accept-encoding'] ?? ''),
    ifNoneMatch: headers['if-none-match'],
  });
  send(response, { ...answer, body: answer.body ?? Buffer.alloc(0) }, front.headers);
}

function wishesOf(headers: IncomingMessage['headers'], query: string): Omit<EdgeRequest, 'method' | 'uri'> {
  const values = (pairs: Iterable<[string, string]>) =>
    Object.fromEntries([...pairs].map(([name, value]) => [name, { value }]));
  const cookies = (headers.cookie ?? '').split(/;\s*/).map((pair): [string, string] => {
    const [name = '', value = ''] = pair.split('=');
    return [name, value];
  });
  const language = headers['accept-language'];
  return {
    headers: language ? { 'accept-language': { value: language } } : {},
    querystring: values(new URLSearchParams(query)),
    cookies: values(cookies),
  };
}

const galleryAddress = '/dev/gallery';

function galleryFileOf(path: string): string | undefined {
  if (path === galleryAddress || path === `${galleryAddress}/`) return '/gallery.html';
  return path.startsWith(`${galleryAddress}/`) ? path.slice(galleryAddress.length) : undefined;
}

// The functions accept only the site's own Origin, so a browser at http://localhost:4000 is redirected to it.
function isPageElsewhere({ method, headers }: IncomingMessage, url: string): boolean {
  const isPage = method === 'GET' && /text\/html/.test(headers.accept ?? '');
  return isPage && headers.host !== undefined && `http://${headers.host}` !== url;
}

async function forward(request: IncomingMessage, target: string): Promise<ApiAnswer> {
  const body = await bodyOf(request);
  if (!body) return refusal(413, 'Request Entity Too Large', { connection: 'close' });
  const names = ['content-type', 'x-amz-target'];
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name] ?? '')]));
  const requestBody = body.length > 0 ? new Uint8Array(body) : undefined;
  const response = await fetch(target, { method: request.method ?? 'GET', headers, body: requestBody });
  const type = { 'content-type': response.headers.get('content-type') ?? 'application/octet-stream' };
  return { status: response.status, headers: type, body: Buffer.from(await response.arrayBuffer()) };
}

/**
 * Starts the HTTP API on its own port, like an execute-api address: the functions reject calls without the origin
 * secret.
 */
export function startApiServer(options: { host: string; port: number; api: HttpApi }): Promise<Running> {
  return serve(options.host, options.port, async (request, response) => {
    const [path = '/', query = ''] = splitTarget(request.url);
    const answer = await receive(request, (body) => options.api(requestOf(request, path, query, body)));
    send(response, answer, {});
  });
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

async function serve(host: string, port: number, listener: Listener): Promise<Running> {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    for (const stream of [request, response]) stream.on('error', () => response.destroy());
    response.once('close', () => open.delete(response));
    if (!server.listening) response.setHeader('connection', 'close');
    Promise.resolve(listener(request, response)).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return;
      process.stderr.write(`gateway: ${error instanceof Error ? error.stack : String(error)}\n`);
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
      response.end('Bad gateway\n');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  server.on('error', (error) => process.stderr.write(`gateway: ${error.message}\n`));
  const bound = (server.address() as AddressInfo).port;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${nameOf(host)}:${bound}`,
    port: bound,
    close: () => {
      closed ??= drain(server, open);
      return closed;
    },
  };
}

/**
 * Stops listening and lets accepted requests finish, at most five seconds. `http.Server.close` would cut idle
 * connections just as a client sends on them; they get a short time, in which responses say `connection: close`.
 */
async function drain(server: Server, open: ReadonlySet<ServerResponse>): Promise<void> {
  const deadline = Date.now() + DRAIN_MS;
  await arrived();
  const stopped = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  // Only now: clients told earlier would reconnect just before the server closes.
  for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
  await pause(LINGER_MS);
  while (open.size > 0 && Date.now() < deadline) await pause(20);
  server.closeIdleConnections();
  if (open.size > 0) server.closeAllConnections();
  await stopped;
  server.close();
}

// On a busy machine the time may be over while connections and requests wait to be read; they are read first.
async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await arrived();
}

function arrived(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

// Returns the name by which others reach a host that listens everywhere.
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') {
    const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
  }
  return host.includes(':') ? `[${host}]` : host;
}

function splitTarget(url = '/'): string[] {
  const at = url.indexOf('?');
  return at < 0 ? [url] : [url.slice(0, at), url.slice(at + 1)];
}

function callApi(front: Front, request: IncomingMessage, path: string, query: string): Promise<ApiAnswer> {
  return receive(request, (body) => {
    const call = requestOf(request, path, query, body);
    const viewer = viewerOf(request);
    const sent: Record<string, { value: string }> = {};
    for (const name in call.headers) sent[name] = { value: call.headers[name] ?? '' };
    const edge = apiRequest({ method: call.method, uri: path, headers: sent }, viewer);
    const headers: Record<string, string> = {};
    for (const name in edge.headers) headers[name] = edge.headers[name]?.value ?? '';
    headers['x-forwarded-for'] = [headers['x-forwarded-for'], viewer].filter(Boolean).join(', ');
    // Overwrites any header of this name from the viewer.
    headers['x-origin-verify'] = front.originSecret;
    return front.api({ ...call, path: edge.uri, headers });
  });
}

function viewerOf(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? '127.0.0.1';
}

async function receive(request: IncomingMessage, use: (body: Buffer) => Promise<ApiAnswer>): Promise<ApiAnswer> {
  const body = await bodyOf(request);
  return body ? use(body) : refusal(413, 'Request Entity Too Large', { connection: 'close' });
}

// Reads and drops the rest above the limit: a client cut off while sending never sees the 413.
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length === '0' && encoding === undefined) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
    else if (size > READ_LIMIT_BYTES) break;
    else chunks.length = 0;
  }
  return size > BODY_LIMIT_BYTES ? undefined : Buffer.concat(chunks);
}

function requestOf(request: IncomingMessage, path: string, query: string, body: Buffer): ApiRequest {
  const headers: Record<string, string> = {};
  const raw = request.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    const [name, value] = [String(raw[at]).toLowerCase(), String(raw[at + 1])];
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return { method: request.method ?? 'GET', path, query, headers, body, sourceIp: viewerOf(request) };
}

function sendConfig(front: Front, request: IncomingMessage, response: ServerResponse): void {
  const allowed = request.method === 'GET' || request.method === 'HEAD';
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
  const body = Buffer.from(allowed ? JSON.stringify(front.config) : '');
  send(response, { status: allowed ? 200 : 405, headers, body }, front.headers);
}

const lowered = new WeakMap<Record<string, string>, Record<string, string>>();

function lowerCased(headers: Record<string, string>): Record<string, string> {
  const known =
    lowered.get(headers) ??
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  lowered.set(headers, known);
  return known;
}

function send(response: ServerResponse, answer: ApiAnswer, security: Record<string, string>): void {
  const headers: Record<string, string | number | string[]> = { ...answer.headers, ...lowerCased(security) };
  if (answer.cookies?.length) headers['set-cookie'] = answer.cookies;
  const bodyless = response.req.method === 'HEAD' || answer.status === 304 || answer.status === 204;
  if (!bodyless) headers['content-length'] = Buffer.byteLength(answer.body);
  response.writeHead(answer.status, headers).end(bodyless ? undefined : answer.body);
}
