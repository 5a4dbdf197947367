/**
 * CloudFront Function of the staff site's files. The root is the landing page, which also starts the application for
 * signed-in users; every other path without a file name is a screen of the application. It never runs on /api/*, where
 * a 404 must stay a 404.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  var name = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (request.uri === '/') request.uri = '/landing.html';
  else if (name.indexOf('.') === -1) request.uri = '/index.html';
  return request;
}
