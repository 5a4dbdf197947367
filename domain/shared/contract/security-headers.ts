/** Two years, which browsers' preload lists require. */
export const strictTransport = 'max-age=63072000; includeSubDomains';

/** Returns the headers for a site at a zone's apex, whose subdomains are not ours. */
export const forOneHost = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  ...headers,
  'Strict-Transport-Security': 'max-age=63072000',
});

/** CloudFront and the local gateway add them too (S-28), because API Gateway itself returns 401, 404 and 429. */
export const apiSecurityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': strictTransport,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
