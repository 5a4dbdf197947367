/**
 * CloudFront Function on the site's own files: a path without a file name is a screen of the single-page site, and
 * gets its HTML. It never runs on /api/*, where a 404 must stay a 404.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  var name = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (name.indexOf('.') === -1) request.uri = '/index.html';
  return request;
}
