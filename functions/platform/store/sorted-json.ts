const sorted = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** JSON that is the same whatever order the keys of objects come in; `leave` tells by the key what is left out. */
export const sortedJson = (value: unknown, leave: ReadonlySet<string> = new Set()): string =>
  JSON.stringify(value, (key, inner: unknown) => (leave.has(key) ? undefined : sorted(inner))) ?? '';

/** Whether two values say the same, whatever order the keys of their objects come in. */
export const isSame = (a: unknown, b: unknown): boolean => sortedJson(a) === sortedJson(b);
