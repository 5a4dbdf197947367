import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { requestSizes } from '#domain/shared/operations/deployment.ts';
import { securityHeaders } from '#infra/security-headers.ts';
import { type Front, type OpenSite, openSite, startApiServer } from './gateway.ts';
import type { ApiRequest } from './http-api/http-api.ts';
import { loadStaticSite } from './static-site.ts';

const opened: { close(): Promise<void> }[] = [];
const folder = mkdtempSync(join(tmpdir(), 'stillwater-gateway-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>The page</title>');
for (const page of ['landing', 'start', 'status'])
  writeFileSync(join(folder, `${page}.html`), `<!doctype html><title>The ${page} page</title>`);
writeFileSync(join(folder, 'assets/main-1.js'), 'hello();');

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = async (given: Partial<Front> = {}) => {
  const seen: ApiRequest[] = [];
  const site = await openSite({ host: '127.0.0.1', port: 0 });
  opened.push(site);
  site.serve({
    name: 'staff',
    site: loadStaticSite(folder),
    headers: securityHeaders('staff', { connect: [] }),
    config: { userPoolId: 'pool' },
    originSecret: 'the-secret',
    api: async (request) => {
      seen.push(request);
      return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"a":1}') };
    },
    ...given,
  });
  return { site, seen };
};
const get = (site: OpenSite, path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' });

describe('gateway of a site', () => {
  it('F21 gives the public site family endpoints only', async () => {
    const { site, seen } = await start({ name: 'intake' });
    for (const path of [
      '/api/services/cases/',
      '/api/forms/submissions/',
      '/api/customers/customers/',
      '/api/openapi.json',
    ])
      expect((await get(site, path)).headers.get('content-type')).not.toContain('json');
    expect(seen).toEqual([]);
    for (const path of ['/api/forms/public/check-status/a/b/', '/api/common/states/'])
      expect(await (await get(site, path)).json()).toEqual({ a: 1 });
    expect(seen).toHaveLength(2);
  });

  it('S-28 sends security headers with pages, files, errors and API responses', async () => {
    const { site } = await start();
    for (const path of ['/', '/assets/main-1.js', '/assets/gone.js', '/config.json']) {
      const { headers } = await get(site, path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    const api = await get(site, '/api/anything/');
    expect(api.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(api.headers.get('strict-transport-security')).toContain('max-age=');
  });

  it("rejects paths and queries above the firewall's limits", async () => {
    const { site, seen } = await start();
    const status = async (path: string) => (await get(site, path)).status;
    const query = `/api/services/cases/?search=${'a'.repeat(requestSizes.query - 'search='.length)}`;
    expect([await status(query), await status(`${query}a`)]).toEqual([200, 403]);
    const path = `/api/${'a'.repeat(requestSizes.path - '/api/'.length)}`;
    expect([await status(path), await status(`${path}a`)]).toEqual([200, 403]);
    expect(seen).toHaveLength(2);
  });

  it("S-25 adds the origin secret and the caller's address, whatever the caller claims", async () => {
    const { site, seen } = await start();
    await get(site, '/api/x/', {
      'x-origin-verify': 'a guess',
      'x-viewer-ip': '198.51.100.66',
      'x-forwarded-for': '198.51.100.66',
    });
    expect(seen[0]?.headers).toMatchObject({
      'x-origin-verify': 'the-secret',
      'x-viewer-ip': '127.0.0.1',
      'x-forwarded-for': '198.51.100.66, 127.0.0.1',
    });
  });

  it('S-25 adds nothing at the address of the HTTP API itself', async () => {
    let seen: ApiRequest | undefined;
    const api = async (request: ApiRequest) => {
      seen = request;
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
    };
    const direct = await startApiServer({ host: '127.0.0.1', port: 0, api });
    opened.push(direct);
    await fetch(`${direct.url}/api/common/countries`);
    expect(seen?.headers).not.toHaveProperty('x-origin-verify');
  });

  it('S-39 proxies the sandboxes, which listen only on this machine, for other machines', async () => {
    const { site: sandbox } = await start();
    const { site } = await start({ sandboxes: { '/sandbox/pool': sandbox.url } });
    expect(await (await get(site, '/sandbox/pool/config.json')).json()).toEqual({ userPoolId: 'pool' });
    expect(await (await get(sandbox, '/sandbox/pool/config.json')).text()).not.toContain('userPoolId');
  });

  it('R-26 finishes accepted requests and accepts no more', async () => {
    const gate = Promise.withResolvers<void>();
    const { site, seen } = await start({
      api: async (request) => {
        seen.push(request);
        await gate.promise;
        return { status: 200, headers: {}, body: Buffer.from('done') };
      },
    });
    const agent = new Agent({ keepAlive: true });
    const inFlight = Promise.all(Array.from({ length: 8 }, () => keepAliveGet(`${site.url}/api/slow/`, agent)));
    await expect.poll(() => seen.length).toBe(8);
    const closing = site.close();
    await expect.poll(() => get(site, '/').catch(() => 'refused')).toBe('refused');
    gate.resolve();
    expect(await inFlight).toEqual(Array.from({ length: 8 }, () => '200 done'));
    await closing;
    agent.destroy();
  });
});

function keepAliveGet(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(`${response.statusCode} ${text}`));
    });
    sent.once('error', reject).end();
  });
}
