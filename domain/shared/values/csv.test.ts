import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine, stripCsvGuard } from './csv.ts';

/** A line as RFC 4180 has it read. */
const read = (line: string): string[] => {
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/y;
  for (let match = field.exec(line); match; match = field.exec(line)) {
    fields.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] !== ',') break;
  }
  return fields;
};
/** What a spreadsheet calculates with, also in full width, and what it skips before. */
const calculated = /^[\t\r]*[=+\-@＝＋－＠]/;

it('F19 S-31 any line is read as it was written, and no field of it is calculated', () => {
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
        // An apostrophe in front at most.
        expect([texts[at], `'${texts[at]}`]).toContain(field);
        // Read again, it is gone.
        if (!texts[at]?.startsWith("'")) expect(stripCsvGuard(field)).toBe(texts[at]);
      }
    }),
    { seed: 20_260_310, numRuns: 2_000 },
  );
});

it('S-31 a telephone number of another country stays one', () => {
  expect(csvLine(['+44 20 7946 0958', '(904) 555-0142'])).toBe("'+44 20 7946 0958,(904) 555-0142\r\n");
});

it('S-31 a negative number stays one, and what only begins as one does not', () => {
  expect(csvLine(['-40.25', '-7', '-1+2', '-40.25.1', '-'])).toBe("-40.25,-7,'-1+2,'-40.25.1,'-\r\n");
});
