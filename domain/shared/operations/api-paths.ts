/** Paths that each site may call, in CloudFront's notation. */
export const apiPaths = {
  staff: ['/api/*'],
  intake: ['/api/forms/public/*', '/api/common/*'],
} as const;
