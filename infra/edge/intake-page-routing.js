/**
 * CloudFront Function of the intake site's files. Pages are prerendered: the start page, the status of a report
 * (/status, with or without reference and code), and the form of a home (/<slug>), each in English and, in a folder,
 * in Spanish. The address (?lang=es) decides, then the cookie __Host-lang, then the browser's languages. It never runs
 * on /api/*, where a 404 must stay a 404.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  var request = event.request;
  var name = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  var page;
  if (request.uri === '/') page = '/start.html';
  else if (/^\/status(\/|$)/i.test(request.uri)) page = '/status.html';
  else if (name.indexOf('.') === -1) page = '/index.html';
  if (page) request.uri = (isSpanish(request) ? '/es' : '') + page;
  return request;
}

function isSpanish(request) {
  var named = request.querystring.lang;
  var kept = request.cookies['__Host-lang'];
  var chosen = [named, kept].filter((one) => one && /^(en|es)$/.test(one.value))[0];
  if (chosen) return chosen.value === 'es';
  var asked = request.headers['accept-language'];
  return asked !== undefined && weightOf('es', asked.value) > weightOf('en', asked.value);
}

/** How much a browser likes a language, in any of its countries: 0 for one that it does not name. Of two alike the first one named counts a little more. */
function weightOf(language, asked) {
  return asked
    .toLowerCase()
    .split(',')
    .map((part, at) => {
      // No character fits two parts of the pattern, so that a long header costs no more than its length.
      var found = /^\s*([a-z]+)(?:-[-a-z0-9]*)?(?:\s*;\s*q=([01](?:\.\d+)?))?\s*$/.exec(part);
      return found && found[1] === language ? Number(found[2] || 1) - at / 10000 : 0;
    })
    .reduce((most, weight) => Math.max(most, weight), 0);
}
