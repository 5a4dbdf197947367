/** What each site may call, as CloudFront writes paths: the public page reaches nothing of the staff's. */
export const apiPaths = {
  staff: ['/api/*'],
  intake: ['/api/forms/public/*', '/api/common/*'],
} as const;
