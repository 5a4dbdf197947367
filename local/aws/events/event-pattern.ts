import * as z from 'zod';

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
type Scalar = z.output<typeof Scalar>;

const OneOrMore = z.union([z.string(), z.array(z.string()).min(1)]);

const ValueMatcher = z.union([
  Scalar,
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({
    'anything-but': z.union([Scalar, z.array(Scalar).min(1), z.strictObject({ prefix: OneOrMore })]),
  }),
]);

/** One alternative of a field: an exact value, or one of the content filters this bus knows. */
type ValueMatcher = z.output<typeof ValueMatcher>;

/** Every field named must match; a field matches when one of its alternatives does. */
type FieldPattern = { [field: string]: ValueMatcher[] | FieldPattern };

export interface EventPattern {
  source?: ValueMatcher[];
  'detail-type'?: ValueMatcher[];
  detail?: FieldPattern;
}

const FieldPattern: z.ZodType<FieldPattern> = z.record(
  z.string(),
  z.lazy(() => z.union([z.array(ValueMatcher).min(1), FieldPattern])),
);
const EventPattern = z.strictObject({
  source: z.array(ValueMatcher).min(1).optional(),
  'detail-type': z.array(ValueMatcher).min(1).optional(),
  detail: FieldPattern.optional(),
});

/** Refuses a pattern that the matching below would not understand, so that a rule cannot silently match nothing. */
export function assertPattern(pattern: EventPattern): void {
  const parsed = EventPattern.safeParse(pattern);
  if (!parsed.success)
    throw new Error(`The event pattern is not one this bus knows:\n${z.prettifyError(parsed.error)}`);
}

/** EventBridge's rule matching for an envelope with `source`, `detail-type` and `detail`. */
export function matchesPattern(
  pattern: EventPattern,
  envelope: { source: string; 'detail-type': string; detail: unknown },
): boolean {
  const { source, 'detail-type': detailType, detail } = pattern;
  return matchesFields(
    { ...(source && { source }), ...(detailType && { 'detail-type': detailType }), ...(detail && { detail }) },
    envelope,
  );
}

function matchesFields(pattern: FieldPattern, value: object): boolean {
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(pattern).every(([name, expected]) => {
    const found = fields.get(name);
    if (Array.isArray(expected)) return expected.some((matcher) => matchesValue(matcher, found));
    return matchesFields(expected, isPlainObject(found) ? found : {});
  });
}

// EventBridge matches an array when any of its elements does. Objects are not leaves: only `exists: false` sees them
// as absent.
function matchesValue(matcher: ValueMatcher, found: unknown): boolean {
  const values = (Array.isArray(found) ? found : [found]).filter(isScalar);
  if (matcher === null || typeof matcher !== 'object') return values.includes(matcher);
  if ('exists' in matcher) return matcher.exists === values.length > 0;
  if ('prefix' in matcher) return values.some((value) => startsWith(value, matcher.prefix));
  const unwanted = matcher['anything-but'];
  if (Array.isArray(unwanted)) return values.some((value) => !unwanted.includes(value));
  if (unwanted !== null && typeof unwanted === 'object') {
    return values.some((value) => ![unwanted.prefix].flat().some((prefix) => startsWith(value, prefix)));
  }
  return values.some((value) => value !== unwanted);
}

function startsWith(value: Scalar, prefix: string): boolean {
  return typeof value === 'string' && value.startsWith(prefix);
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
