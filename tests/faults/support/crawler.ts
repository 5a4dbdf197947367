import { request as httpRequest } from 'node:http';

export interface Crawl {
  asked: number;
  findings: string[];
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Stack traces, file paths, resource names and table keys. */
const telling = /arn:aws|\bat \S+:\d+:\d+|\/work\/|node_modules|T#[\da-f]{8}-|DynamoDB|Exception/;
const secret = /AKIA[0-9A-Z]{16}|-----BEGIN|sourceMappingURL=/;
const notThere = [
  ...[
    '/.env',
    '/.git/config',
    '/package.json',
    '/package-lock.json',
    '/cdk.json',
    '/server-status',
    '/actuator/health',
  ],
  ...['/api/debug/', '/api/docs/', '/api/swagger.json', '/api/graphql', '/api/admin/', '/api/v1/', '/api/internal/'],
  ...['/..%2f..%2fetc/passwd', '/assets/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/etc/passwd', '//evil.example/%2e%2e'],
];

interface Operation {
  method: string;
  path: string;
  isPublic: boolean;
}
type Document = { paths: Record<string, Record<string, { security?: unknown[] }>> };
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const nowhere = '0190a000-0000-7000-8000-000000000000';
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Tokens that anyone can forge. */
const forged = [
  `${base64({ alg: 'none' })}.${base64({ sub: nowhere, token_use: 'access', exp: 4e9 })}.`,
  `${base64({ alg: 'HS256', kid: '../../dev/null' })}.${base64({ sub: nowhere, token_use: 'access', exp: 4e9 })}.c2ln`,
  'undefined',
];

/**
 * Crawls both sites and every API operation without an account: from the pages and the OpenAPI document, with wrong
 * methods, hosts, origins, tokens, addresses and bodies. No response may reveal internals. Rate-limited calls (429)
 * count as responses.
 */
export class Crawler {
  readonly #staff: string;
  readonly #intake: string;
  readonly #crawl: Crawl = { asked: 0, findings: [] };

  constructor({ staffUrl, intakeUrl }: { staffUrl: string; intakeUrl: string }) {
    this.#staff = staffUrl;
    this.#intake = intakeUrl;
  }

  async run(): Promise<Crawl> {
    for (const site of [this.#staff, this.#intake]) {
      await this.#pages(site);
      await this.#absent(site);
    }
    await this.#operations();
    return this.#crawl;
  }

  #find(what: string, where: string): void {
    this.#crawl.findings.push(`${what}: ${where}`);
  }

  /** Without `fetch`, which drops what no browser would send. */
  async #ask(site: string, method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    const { hostname, port } = new URL(site);
    this.#crawl.asked++;
    const answer = await new Promise<Answer>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = httpRequest({ hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString('latin1'),
          }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
    const where = `${method} ${path} (${answer.status})`;
    if (answer.status >= 500) this.#find('fails', where);
    for (const name of ['server', 'x-powered-by']) if (answer.headers[name]) this.#find(`tells ${name}`, where);
    if (answer.headers['access-control-allow-origin']) this.#find('is read by other origins', where);
    const elsewhere = answer.headers.location;
    if (elsewhere && !String(elsewhere).startsWith(site) && !/^\/(?!\/)/.test(String(elsewhere)))
      this.#find(`leads to ${elsewhere}`, where);
    if (answer.headers['set-cookie']) this.#find('sets a cookie', where);
    return { ...answer, where };
  }

  async #pages(site: string): Promise<void> {
    const seen = new Set<string>(['/', '/config.json']);
    for (const path of seen) {
      const { status, headers, text, where } = await this.#ask(site, 'GET', path, { accept: '*/*' });
      if (status === 404) continue;
      if (status !== 200) this.#find('is not served', where);
      if (headers['x-content-type-options'] !== 'nosniff') this.#find('may be taken for something else', where);
      if (!headers['strict-transport-security']) this.#find('is asked for without TLS', where);
      if (secret.test(text)) this.#find('carries what it should not', where);
      const type = String(headers['content-type']);
      if (type.includes('html')) {
        const policy = String(headers['content-security-policy'] ?? '');
        if (!/default-src 'none'/.test(policy) || /script-src[^;]*('unsafe-|\*)/.test(policy))
          this.#find('lets foreign scripts run', where);
        if (!/frame-ancestors 'none'/.test(policy)) this.#find('stands in foreign frames', where);
        if (/<script(?![^>]*\bsrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>/.test(text))
          this.#find('has a script of its own', where);
      }
      const named = type.includes('html')
        ? [...text.matchAll(/\b(?:src|href)="(\/[^"#?]*)/g)]
        : type.includes('javascript')
          ? [...text.matchAll(/["'`](?:\.\/|\/?assets\/)([\w./-]+\.(?:js|css))["'`]/g)].map(([all, file]) => [
              all,
              `/assets/${file}`,
            ])
          : [];
      for (const [, found = ''] of named) if (!found.startsWith('//') && seen.size < 80) seen.add(found);
      if (type.includes('javascript')) {
        const map = await this.#ask(site, 'GET', `${path}.map`);
        if (map.status === 200 && map.text.startsWith('{')) this.#find('shows its sources', map.where);
      }
    }
  }

  async #absent(site: string): Promise<void> {
    for (const path of notThere) {
      const { status, headers, text, where } = await this.#ask(site, 'GET', path);
      // A single-page site serves its page for unknown paths.
      const isPage = String(headers['content-type']).includes('html');
      if (status === 200 && !isPage) this.#find('is there', where);
      if (telling.test(text) || /root:x:/.test(text)) this.#find('tells of the inside', where);
    }
    for (const method of ['TRACE', 'OPTIONS', 'PROPFIND']) {
      const { status, where } = await this.#ask(site, method, '/api/services/cases/', {
        origin: 'https://evil.example',
      });
      if (status < 400) this.#find('takes the method', where);
    }
    await this.#ask(site, 'GET', '/signin', { host: 'evil.example', accept: 'text/html' });
  }

  async #documented(): Promise<Operation[]> {
    const { text } = await this.#ask(this.#staff, 'GET', '/api/openapi.json');
    const { paths } = JSON.parse(text) as Document;
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method]) => methods.includes(method.toUpperCase()))
        .map(([method, { security }]) => ({
          method: method.toUpperCase(),
          path: path.replace(/\{\w+\}/g, nowhere),
          isPublic: security !== undefined && security.length === 0,
        })),
    );
  }

  #heldTo({ status, headers, text, where }: Answer & { where: string }): void {
    if (telling.test(text)) this.#find('tells of the inside', where);
    if (!String(headers['content-type'] ?? 'application/json').includes('json')) this.#find('is no JSON', where);
    // Caches do not store the gateway's own 401, which has no lifetime.
    if (headers['cache-control'] === undefined && status !== 401) this.#find('is kept by caches', where);
    if (headers['x-content-type-options'] !== 'nosniff') this.#find('may be taken for something else', where);
  }

  async #operations(): Promise<void> {
    const operations = await this.#documented();
    const json = { 'content-type': 'application/json' };
    const body = '{"__proto__":{"admin":true},"id":"x","status":"active"}';
    for (const { method, path, isPublic } of operations) {
      const sent = method === 'GET' ? undefined : body;
      const site = path.startsWith('/api/forms/public/') ? this.#intake : this.#staff;
      const plain = await this.#ask(site, method, path, json, sent);
      this.#heldTo(plain);
      if (isPublic) continue;
      if (plain.status !== 401) this.#find('is open to everybody', plain.where);
      for (const token of forged) {
        const answer = await this.#ask(site, method, path, { ...json, authorization: `Bearer ${token}` }, sent);
        this.#heldTo(answer);
        if (answer.status !== 401) this.#find('takes a token that anybody can make', answer.where);
      }
      // Neither another site nor the public site reaches it.
      const crossed = await this.#ask(site, method, path, { ...json, origin: 'https://evil.example' }, sent);
      if (crossed.status < 400) this.#find('is called by other sites', crossed.where);
      const atIntake = await this.#ask(this.#intake, method, path, json, sent);
      if (atIntake.status < 400 && !String(atIntake.headers['content-type']).includes('html'))
        this.#find('is reached through the public site', atIntake.where);
    }
    const known = new Set(operations.map(({ method, path }) => `${method} ${path}`));
    for (const path of new Set(operations.map((one) => one.path)))
      for (const method of methods.filter((one) => !known.has(`${one} ${path}`))) {
        const answer = await this.#ask(this.#staff, method, path, json, method === 'GET' ? undefined : body);
        if (![401, 404, 405].includes(answer.status)) this.#find('is not in the document', answer.where);
      }
  }
}
