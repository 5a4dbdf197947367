/**
 * CloudFront Function on /api/*: documented paths end in a slash, which an API Gateway route cannot; and the API must
 * know who calls, since its own caller is CloudFront. A caller's own x-viewer-ip is overwritten. Nothing else changes.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  if (request.uri.length > 1 && request.uri.endsWith('/')) request.uri = request.uri.slice(0, -1);
  request.headers['x-viewer-ip'] = { value: event.viewer.ip };
  return request;
}
