/** Paths that each site may call, in CloudFront's notation; the public site reaches no staff endpoints. */
export const apiPaths = {
  staff: ['/api/*'],
  intake: ['/api/forms/public/*', '/api/common/*'],
} as const;
