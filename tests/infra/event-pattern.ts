type Matcher = string | { prefix: string } | { 'anything-but': string[] | { prefix: string[] } };
export interface EventPattern {
  [field: string]: Matcher[] | EventPattern;
}
interface Fields {
  [field: string]: string | Fields;
}

const matchesText = (matcher: Matcher, text: string): boolean => {
  if (typeof matcher === 'string') return matcher === text;
  if ('prefix' in matcher) return text.startsWith(matcher.prefix);
  const unwanted = matcher['anything-but'];
  if (Array.isArray(unwanted)) return !unwanted.includes(text);
  return !unwanted.prefix.some((prefix) => text.startsWith(prefix));
};

/** EventBridge's matching, as far as the rules use it: every named field must fit one of its conditions. */
export const matchesPattern = (pattern: EventPattern, event: Fields): boolean =>
  Object.entries(pattern).every(([field, wanted]) => {
    const found = event[field];
    if (Array.isArray(wanted)) return typeof found === 'string' && wanted.some((one) => matchesText(one, found));
    return typeof found === 'object' && matchesPattern(wanted, found);
  });
