import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface EdgeRequest {
  uri: string;
  headers: Record<string, { value: string }>;
  querystring?: Record<string, { value: string }>;
  cookies?: Record<string, { value: string }>;
}

/** A CloudFront Function's file is a script with a global function `handler`. */
const handlerOf = (file: string) => {
  const code = readFileSync(join(import.meta.dirname, file), 'utf8');
  return new Function(`${code}; return handler;`)();
};

const edgeFunction = (file: string) => {
  const handler = handlerOf(file) as (event: { request: EdgeRequest; viewer: { ip: string } }) => EdgeRequest;
  return (uri: string, headers: EdgeRequest['headers'] = {}, more: Partial<EdgeRequest> = {}) =>
    handler({ request: { uri, headers, querystring: {}, cookies: {}, ...more }, viewer: { ip: '198.51.100.7' } });
};

describe('CloudFront Functions', () => {
  const files = ['/assets/index-4f2a.js', '/config.json', '/robots.txt', '/index.html'].map((file) => [file, file]);

  it.each([
    ['/', '/landing.html'],
    ['/signin', '/index.html'],
    ['/cases/0197a4d2', '/index.html'],
    ['/cases/', '/index.html'],
    ...files,
  ])('the staff site answers %s with %s', (uri, served) => {
    expect(edgeFunction('staff-page-routing.js')(String(uri)).uri).toBe(served);
  });

  it.each([
    ['/', '/start.html'],
    ['/whitcomb-ames', '/index.html'],
    ['/whitcomb-ames/', '/index.html'],
    ['/status/R-7K3M/0f3c9a', '/status.html'],
    ['/status/R-7K3M/0f3c9a/', '/status.html'],
    ['/status', '/status.html'],
    ['/Status/', '/status.html'],
    ['/status-quo', '/index.html'],
    ['/status/R-7K3M/', '/status.html'],
    ...files,
  ])('the intake site answers %s with %s', (uri, served) => {
    expect(edgeFunction('intake-page-routing.js')(String(uri)).uri).toBe(served);
  });

  it.each([
    ['es', {}, '/es/index.html'],
    ['es-MX,es;q=0.9,en;q=0.8', {}, '/es/index.html'],
    ['en-US,en;q=0.9,es;q=0.8', {}, '/index.html'],
    ['de,es;q=0.3', {}, '/es/index.html'],
    ['de,en;q=0.5,es;q=0.5', {}, '/index.html'],
    ['de', {}, '/index.html'],
    ['est', {}, '/index.html'],
    ['es;q=0', {}, '/index.html'],
    ['en', { cookies: { '__Host-lang': { value: 'es' } } }, '/es/index.html'],
    ['es', { cookies: { '__Host-lang': { value: 'en' } } }, '/index.html'],
    ['es', { cookies: { '__Host-lang': { value: 'fr' } } }, '/es/index.html'],
    ['en', { cookies: { '__Host-lang': { value: 'en' } }, querystring: { lang: { value: 'es' } } }, '/es/index.html'],
  ])('the intake site answers who asks for %s, with the choice %j, with %s', (asked, chosen, served) => {
    const route = edgeFunction('intake-page-routing.js');
    expect(route('/whitcomb-ames', { 'accept-language': { value: asked } }, chosen).uri).toBe(served);
    const spanish = served.startsWith('/es/') ? '/es' : '';
    expect(route('/', { 'accept-language': { value: asked } }, chosen).uri).toBe(`${spanish}/start.html`);
    expect(route('/assets/index-4f2a.js', { 'accept-language': { value: asked } }, chosen).uri).toBe(
      '/assets/index-4f2a.js',
    );
  });

  it.each([`${'a'.repeat(15_000)}!`, `es${' '.repeat(15_000)}!`, `es${'-'.repeat(15_000)}!`])(
    'the intake site reads a long Accept-Language header quickly',
    (value) => {
      const cpu = process.cpuUsage();
      expect(edgeFunction('intake-page-routing.js')('/', { 'accept-language': { value } }).uri).toBe('/start.html');
      expect(process.cpuUsage(cpu).user).toBeLessThan(100_000);
    },
  );

  it.each([
    ['/api/services/cases/', '/api/services/cases'],
    ['/api/services/cases', '/api/services/cases'],
    ['/api/openapi.json/', '/api/openapi.json'],
  ])('the API gets %s as %s', (uri, passed) => {
    expect(edgeFunction('api-request.js')(uri).uri).toBe(passed);
  });

  it("S-22 tells the API the caller's address, whatever the caller claims", () => {
    const { headers } = edgeFunction('api-request.js')('/api/x/', {
      'x-viewer-ip': { value: '203.0.113.1' },
      accept: { value: 'a' },
    });
    expect(headers).toEqual({ 'x-viewer-ip': { value: '198.51.100.7' }, accept: { value: 'a' } });
  });
});

describe('S-28 content types', () => {
  type Answer = Pick<EdgeRequest, 'headers'>;
  const handler = handlerOf('page-charset.js') as (event: { response: Answer }) => Answer;
  const headersOf = (type: string) => handler({ response: { headers: { 'content-type': { value: type } } } }).headers;

  it.each(['text/html', 'text/css', 'text/javascript', 'application/javascript', 'application/json', 'image/svg+xml'])(
    'adds UTF-8 to %s',
    (type) => expect(headersOf(type)).toEqual({ 'content-type': { value: `${type}; charset=utf-8` } }),
  );

  it.each(['image/png', 'font/woff2', 'text/html; charset=utf-8', 'application/octet-stream'])(
    'keeps %s unless it is text without a charset',
    (type) => expect(headersOf(type)).toEqual({ 'content-type': { value: type } }),
  );

  it('adds no content type to a response without one', () => {
    expect(handler({ response: { headers: {} } }).headers).toEqual({});
  });
});
