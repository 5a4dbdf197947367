import { strictTransport } from '#domain/shared/contract/security-headers.ts';

export type Site = 'staff' | 'intake';

export interface SiteSources {
  /** Origins that scripts may call, such as Cognito's endpoint. */
  connect: string[];
  /** Script origins, such as the bot check's on the intake site. */
  script?: string[];
  image?: string[];
  frame?: string[];
}

const allowed: Record<Site, { style: string[]; image: string[] }> = {
  // Mantine puts its CSS variables into a <style> element. `https:` images: the photo of an obituary is any address
  // that the family enters.
  staff: { style: ["'unsafe-inline'"], image: ['https:'] },
  intake: { style: [], image: [] },
};

const policy = (directives: Record<string, readonly string[]>): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

/**
 * Returns the security headers of a site's pages and files (quality S-28), for CloudFront and the local gateway.
 * Everything is forbidden except what the site uses. Those of API responses are in
 * domain/shared/contract/security-headers.ts.
 */
export function securityHeaders(site: Site, sources: SiteSources): Record<string, string> {
  const { style, image } = allowed[site];
  const frame = sources.frame ?? [];
  return {
    'Content-Security-Policy': policy({
      'default-src': ["'none'"],
      'script-src': ["'self'", ...(sources.script ?? [])],
      'style-src': ["'self'", ...style],
      'img-src': ["'self'", 'data:', 'blob:', ...image, ...(sources.image ?? [])],
      'font-src': ["'self'"],
      'connect-src': ["'self'", ...sources.connect],
      'manifest-src': ["'self'"],
      // Service worker of offline first calls, and the worker that compresses a large workbook.
      ...(site === 'staff' && { 'worker-src': ["'self'", 'blob:'] }),
      ...(frame.length > 0 && { 'frame-src': frame }),
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    }),
    'Strict-Transport-Security': strictTransport,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      // Staff scan the tags of the deceased.
      `accelerometer=(), browsing-topics=(), camera=(${site === 'staff' ? 'self' : ''}), display-capture=(), ` +
      'geolocation=(), gyroscope=(), hid=(), ' +
      'magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()',
  };
}
