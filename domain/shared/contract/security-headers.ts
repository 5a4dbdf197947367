/** Two years, the period that browsers' preload lists ask for. */
export const strictTransport = 'max-age=63072000; includeSubDomains';

/** The same headers for a site at the apex of a zone: the hosts below it are not ours to bind. */
export const forOneHost = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  ...headers,
  'Strict-Transport-Security': 'max-age=63072000',
});

/**
 * Security headers of every API answer (quality S-28), by name as sent. The functions send them; CloudFront and the
 * local gateway add them too, because API Gateway answers 401, 404 and 429 by itself.
 */
export const apiSecurityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': strictTransport,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
