const sorted = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Returns JSON that does not depend on key order; keys in `leave` are omitted. */
export const sortedJson = (value: unknown, leave: ReadonlySet<string> = new Set()): string =>
  JSON.stringify(value, (key, inner: unknown) => (leave.has(key) ? undefined : sorted(inner))) ?? '';

/** True if two values are equal, ignoring key order. */
export const isSame = (a: unknown, b: unknown): boolean => sortedJson(a) === sortedJson(b);
