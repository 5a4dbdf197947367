import { strictTransport } from '#domain/shared/contract/security-headers.ts';

/**
 * Security headers of the pages that browsers receive (quality S-28): CloudFront's response header policies and the local
 * gateway both take them from here. Those of API answers stand in domain/shared/contract/security-headers.ts.
 */

export type Site = 'staff' | 'intake';

export interface SiteSources {
  /** Origins besides the site's own that scripts may call, such as the Cognito endpoint. */
  connect: string[];
  /** Script origins besides the site's own: the bot check's, on the intake site. */
  script?: string[];
  /** Where pictures come from besides the site's own. */
  image?: string[];
  /** What may be framed inside the site: the bot check's widget on the intake site, documents on the staff's. */
  frame?: string[];
}

/** What each site needs beyond its own origin whatever the deployment. */
const allowed: Record<Site, { style: string[]; image: string[] }> = {
  // Mantine puts its theme's CSS variables into a <style> element: inline is allowed for styles alone, never scripts.
  // `https:` images: the photo of an obituary is any address that the family gave.
  staff: { style: ["'unsafe-inline'"], image: ['https:'] },
  intake: { style: [], image: [] },
};

const policy = (directives: Record<string, readonly string[]>): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

/**
 * Headers of every HTML page and static file of a site, by name as sent.
 * Everything is forbidden first, and then only what the site uses is allowed.
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
      // The service worker of first calls without a connection, and the one that packs a large workbook.
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
      'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
      'magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()',
  };
}
