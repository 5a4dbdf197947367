import * as fc from 'fast-check';

const lone = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit));

/** Returns this many distinct words of two letters. */
export const manyWords = (n: number, first = 'a'): string =>
  Array.from({ length: n }, (_, at) =>
    String.fromCharCode(first.charCodeAt(0) + Math.floor(at / 26), 97 + (at % 26)),
  ).join(' ');

/** Texts that once caused bugs: by length, script, or meaning elsewhere. */
const knownTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff\ud83d',
  '\u202e\u0007\u001b[31m',
  '\r\nset-cookie: a=b',
  '{"level":"ERROR"}\n{"forged":true}',
  "' OR 1=1 --",
  '{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '#pk = :pk',
  'T#0190a000-0000-7000-8000-000000000000#ORG',
  '각'.repeat(200),
  'ﷺ'.repeat(100),
  '㌖'.repeat(100),
  'ß'.repeat(100),
  '👨‍👩‍👧‍👦'.repeat(40),
  'e\u0301'.repeat(500),
  'x'.repeat(10_000),
  manyWords(33),
  manyWords(66),
  '1e999',
  '-0',
  'NaN',
  '9'.repeat(400),
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '٢٠٢٦-٠١-٠١',
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...knownTexts),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 50 }),
  fc.array(fc.oneof(lone, fc.string({ maxLength: 3 })), { maxLength: 20 }).map((parts) => parts.join('')),
);

export const wrongType: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(0, -1, 7, 1e308, 2 ** 53, 0.1, {}, [[]], [null], [{}], { toString: 1 }, { length: 3 }, [7]),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 3 }),
  fc.array(fc.integer(), { minLength: 1, maxLength: 5 }),
);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  wrongType,
  fc.constantFrom(null, true, false),
  fc.jsonValue({ maxDepth: 3 }),
);

export const hostileObject = (names: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .array(fc.tuple(names.length ? fc.oneof(fc.constantFrom(...names), hostileText) : hostileText, hostileValue), {
      maxLength: 12,
    })
    .map((pairs) => Object.fromEntries(pairs));

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** Bodies that are not valid JSON objects; variations of `valid`. */
export const brokenBody = (valid: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.integer({ min: 1, max: valid.length - 1 }).map((length) => valid.slice(0, length)),
    fc
      .tuple(fc.integer({ min: 0, max: valid.length - 2 }), hostileText)
      .map(([at, junk]) => `${valid.slice(0, at)}"${junk}`),
    fc.constantFrom(
      'null',
      'true',
      '7',
      '"text"',
      '[]',
      `[${valid}]`,
      '\ufeff{',
      `${valid}${valid}`,
      `{"__proto__":{"consent":true},${valid.slice(1)}`,
      `{"constructor":{"prototype":{}},${valid.slice(1)}`,
      `{"a":${nested(21, '[', ']')},${valid.slice(1)}`,
      `{"a":${nested(20_000, '[', ']')}}`,
      nested(60_000, '[', ''),
      `{"a":[${'0,'.repeat(30_000)}0],"recaptcha_token":1e999}`,
      '{"a":1e999,"a":2,"a":null}',
      `{"${'k'.repeat(60_000)}":1}`,
      '{"recaptcha_token":"\\ud800","funeral_home_slug":"\\u0000"}',
      "{'single':'quotes'}",
      '{"a":01}',
      '{"a":NaN}',
      '{"a":undefined,}',
      '<?xml version="1.0"?><a/>',
      'a=1&b=2',
    ),
  );
