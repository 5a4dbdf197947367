import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { securityHeaders } from '#infra/security-headers.ts';

interface EdgeRequest {
  uri: string;
  headers: Record<string, { value: string }>;
}

/** Runs a CloudFront Function as CloudFront does: its file is a script with a function named `handler`. */
const edgeFunction = (file: string) => {
  const code = readFileSync(join(import.meta.dirname, '../../infra/edge', file), 'utf8');
  const handler = new Function(`${code}; return handler;`)() as (event: {
    request: EdgeRequest;
    viewer: { ip: string };
  }) => EdgeRequest;
  return (uri: string, headers: EdgeRequest['headers'] = {}) =>
    handler({ request: { uri, headers }, viewer: { ip: '198.51.100.7' } });
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
    // Not enough for a report: the slug of a home.
    ['/status', '/index.html'],
    ['/status/R-7K3M/', '/index.html'],
    ...files,
  ])('the intake site answers %s with %s', (uri, served) => {
    expect(edgeFunction('intake-page-routing.js')(String(uri)).uri).toBe(served);
  });

  it.each([
    ['/api/services/cases/', '/api/services/cases'],
    ['/api/services/cases', '/api/services/cases'],
    ['/api/openapi.json/', '/api/openapi.json'],
  ])('the API gets %s as %s', (uri, passed) => {
    expect(edgeFunction('api-request.js')(uri).uri).toBe(passed);
  });

  it('S-22 tells the API who calls, whatever the caller claims', () => {
    const { headers } = edgeFunction('api-request.js')('/api/x/', {
      'x-viewer-ip': { value: '203.0.113.1' },
      accept: { value: 'a' },
    });
    expect(headers).toEqual({ 'x-viewer-ip': { value: '198.51.100.7' }, accept: { value: 'a' } });
  });
});

describe('S-28 security headers', () => {
  const directives = (header: string | undefined): Record<string, string> =>
    Object.fromEntries(
      (header ?? '').split('; ').map((part) => [part.split(' ')[0], part.slice(part.indexOf(' ') + 1)]),
    );

  it('S-28 allow scripts of our own origin, and of the bot check on intake alone', () => {
    const staff = directives(securityHeaders('staff', { connect: ['https://idp.example'] })['Content-Security-Policy']);
    expect(staff).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self' https://idp.example",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(staff).not.toHaveProperty('frame-src');
    const intake = directives(
      securityHeaders('intake', { connect: [], script: ['https://check.example'], frame: ['https://check.example'] })[
        'Content-Security-Policy'
      ],
    );
    expect(intake).toMatchObject({
      'script-src': "'self' https://check.example",
      'frame-src': 'https://check.example',
      'connect-src': "'self'",
    });
  });

  it('S-28 never allow inline or evaluated scripts', () => {
    for (const site of ['staff', 'intake'] as const)
      expect(directives(securityHeaders(site, { connect: [] })['Content-Security-Policy'])['script-src']).not.toMatch(
        /unsafe|\*|data:|https?:$/,
      );
  });

  it('S-28 ask for TLS for two years, and forbid sniffing, framing and referrers', () => {
    expect(securityHeaders('intake', { connect: [] })).toMatchObject({
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  });
});
