/**
 * CloudFront Function on the intake site's own files. Each of its pages is built with its words already in it: the
 * start page, how a report stands (/status/<reference>/<token>), and the form of a home (/<slug>). It never runs on
 * /api/*, where a 404 must stay a 404.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  var name = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (request.uri === '/') request.uri = '/start.html';
  else if (/^\/status\/[^/]+\/[^/]/.test(request.uri)) request.uri = '/status.html';
  else if (name.indexOf('.') === -1) request.uri = '/index.html';
  return request;
}
