import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine, stripCsvGuard } from './csv.ts';

/** Parses a line by RFC 4180. */
const read = (line: string): string[] => {
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/y;
  for (let match = field.exec(line); match; match = field.exec(line)) {
    fields.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] !== ',') break;
  }
  return fields;
};
/** Characters that start a formula, also full-width, and those that a spreadsheet skips before. */
const calculated = /^[\t\r]*[=+\-@＝＋－＠]/;

it('F19 S-31 csvLine reads back any line unchanged, with no formula in it', () => {
  const sign = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\r\n',
    '"',
    ',',
    ';',
    '＝',
    '＋',
    '－',
    '＠',
    "'",
    'é',
    '1',
  );
  const text = fc.oneof(fc.string({ unit: sign, maxLength: 6 }), fc.string({ unit: 'grapheme', maxLength: 8 }));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      const fields = read(csvLine(texts));
      expect(fields).toHaveLength(texts.length);
      for (const [at, field] of fields.entries()) {
        if (!/^-\d+$/.test(field)) expect(field).not.toMatch(calculated);
        // At most an apostrophe is added in front.
        expect([texts[at], `'${texts[at]}`]).toContain(field);
        // Reading removes it.
        if (!texts[at]?.startsWith("'")) expect(stripCsvGuard(field)).toBe(texts[at]);
      }
    }),
    { seed: 20_260_310, numRuns: 2_000 },
  );
});

it('S-31 csvField keeps international phone numbers readable', () => {
  expect(csvLine(['+44 20 7946 0958', '(904) 555-0142'])).toBe("'+44 20 7946 0958,(904) 555-0142\r\n");
});

it('S-31 csvField keeps negative numbers as numbers, but not texts that start like one', () => {
  expect(csvLine(['-40.25', '-7', '-1+2', '-40.25.1', '-'])).toBe("-40.25,-7,'-1+2,'-40.25.1,'-\r\n");
});
