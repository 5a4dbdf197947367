import { describe, expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

describe('S-28 security headers', () => {
  const directives = (header: string | undefined): Record<string, string> =>
    Object.fromEntries(
      (header ?? '').split('; ').map((part) => [part.split(' ')[0], part.slice(part.indexOf(' ') + 1)]),
    );

  it("S-28 allows scripts of the own origin, and the bot check's on intake", () => {
    const staff = directives(securityHeaders('staff', { connect: ['https://idp.example'] })['Content-Security-Policy']);
    expect(staff).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'worker-src': "'self' blob:",
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

  it('S-28 never allows inline or evaluated scripts', () => {
    for (const site of ['staff', 'intake'] as const)
      expect(directives(securityHeaders(site, { connect: [] })['Content-Security-Policy'])['script-src']).not.toMatch(
        /unsafe|\*|data:|https?:$/,
      );
  });

  it('allows the camera on the staff site only, where tags are scanned', () => {
    const policyOf = (site: 'staff' | 'intake') => securityHeaders(site, { connect: [] })['Permissions-Policy'];
    expect(policyOf('staff')).toContain('camera=(self)');
    expect(policyOf('intake')).toContain('camera=()');
  });

  it('S-28 requires TLS for two years, and forbids sniffing, framing and referrers', () => {
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
