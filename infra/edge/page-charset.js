/**
 * CloudFront Function on the answers of the sites' own files: S3 gives a file the type that its name has, and no more. What is
 * text says that it is UTF-8 (ASVS 4.1.1). It never runs on /api/*, whose answers say it themselves.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var response = event.response;
  var type = response.headers['content-type'];
  if (type && /^(text\/[a-z]+|application\/(javascript|json|xml|manifest\+json)|image\/svg\+xml)$/.test(type.value))
    type.value += '; charset=utf-8';
  return response;
}
