import papaparse from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../shared/values/csv.ts';
import { decoded, type HeadingChoice, readTable as read, samplesOf, tableOf } from './file-table.ts';

const file = (content: string | Uint8Array<ArrayBuffer>, name = 'families.csv') => new File([content], name);
const readTable = (csv: File, headings?: HeadingChoice) =>
  read(csv, (text, delimiter) => papaparse.parse<string[]>(text, { delimiter }).data, headings);
const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2 + 2));
  const codes = [0xfeff, ...[...text].map((letter) => letter.charCodeAt(0))];
  for (const [at, code] of codes.entries()) view.setUint16(at * 2, code, isLittle);
  return new Uint8Array(view.buffer);
};

describe('readTable', () => {
  it.each([
    ['UTF-8 with its mark', new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('José')]), undefined],
    ['UTF-8 without it', new TextEncoder().encode('José'), undefined],
    ['UTF-16, little end first', utf16('José', true), 'UTF-16'],
    ['UTF-16, big end first', utf16('José', false), 'UTF-16'],
    ['Windows-1252', new Uint8Array([0x4a, 0x6f, 0x73, 0xe9]), 'Windows-1252'],
  ])('reads the encoding %s', (_, bytes, encoding) => {
    expect(decoded(bytes)).toEqual({ text: 'José', encoding });
  });

  it('reads quotes over lines, any separator, and line numbers of spreadsheets', async () => {
    const table = await readTable(
      file('\uFEFFName;Notes;Name;\r\n"Ada ""B""";"one\r\ntwo";x;\r\n;;;\r\nBea;=1+1;y;\r\n'),
    );
    expect(table.headings).toEqual(['Name', 'Notes', 'Name (2)']);
    expect(table.lines).toEqual([
      { line: 2, values: ['Ada "B"', 'one\ntwo', 'x', ''] },
      { line: 4, values: ['Bea', '=1+1', 'y', ''] },
    ]);
    expect(table.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(samplesOf(table)[2]).toEqual({ heading: 'Name (2)', samples: ['x', 'y'] });
  });

  it('S-31 removes the apostrophe that the file of refused lines adds to a sign', async () => {
    const texts = ['+44 20 7946 0958', '=1+1, "x"', '@home', '-1-2', '-40.25', '＋44', "'tis", "O'Neill"];
    const written = [texts.map((_, at) => `Column ${at}`), texts].map(csvLine).join('');
    const table = await readTable(file(`\uFEFF${written}`));
    expect(table.lines).toEqual([{ line: 2, values: texts }]);
  });

  it.each([
    ['', 'The file is empty'],
    ['\n\n', 'The file is empty'],
    ['First,Last\n\n', 'headings but no rows'],
    ['First\nAda\n', 'Only one column'],
    ['a,b\n\u0000\u0001,\u0002', 'not a table'],
    [`a,b\n1,"${'x,\n'.repeat(10_000)}`, 'Line 2 is missing a closing quotation mark'],
  ])('explains why a file is no table', async (content, words) => {
    await expect(readTable(file(content))).rejects.toThrow(words);
  });

  it('reads a table whose lines end otherwise than the title above it', async () => {
    const { headings, lines } = await readTable(
      file('Funeral report;;\nFile No;Name;Remarks\r\n1;Ng;\r\n2;Hale;"a; b"\r\n'),
    );
    expect(headings).toEqual(['File No', 'Name', 'Remarks']);
    expect(lines.map(({ values }) => values[2])).toEqual(['', 'a; b']);
  });

  it("uses the separator of Excel's first line", async () => {
    const table = await readTable(file('sep=;\r\nFirst;Last;Notes\r\nAda;Byron;a, b, c, d\r\nBea;Moss;a, b, c, d\r\n'));
    expect(table.headings).toEqual(['First', 'Last', 'Notes']);
    expect(table.lines[0]).toEqual({ line: 3, values: ['Ada', 'Byron', 'a, b, c, d'] });
  });

  it('finds the headings below titles by the width of the row', async () => {
    const text = [
      'Alder & Sons, Inc.,,,',
      'Printed,11/28/2026,,',
      '',
      'First,Last,Phone,City,',
      'Ada,Byron,,Palatka,',
      'First,Last,Phone,City,',
      'Bea,Moss,904-555-0102; call first,,',
    ].join('\n');
    const table = await readTable(file(text));
    expect(table.headingRow).toBe(4);
    expect(table.headings).toEqual(['First', 'Last', 'Phone', 'City']);
    // Headings repeated on each page are no lines.
    expect(table.lines.map(({ line }) => line)).toEqual([5, 7]);
    expect(table.topRows.slice(0, 3)).toEqual([
      { row: 1, text: 'Alder & Sons · Inc.' },
      { row: 2, text: 'Printed · 11/28/2026' },
      { row: 4, text: 'First · Last · Phone · City' },
    ]);
  });

  it('uses the row of headings that a user chooses, and finds it again', async () => {
    const chosen = await readTable(file('a,b\nFirst,Last\nAda,Byron\n'), 2);
    expect(chosen).toMatchObject({ headingRow: 2, headings: ['First', 'Last'], lines: [{ line: 3 }] });
    const again = await readTable(file('a,b\nFirst,Last\nAda,Byron\n'), chosen.headings);
    expect(again.headingRow).toBe(2);
  });

  it('S-09 masks a Social Security number in a heading, and finds the row again', async () => {
    const content = 'Name,987-65-4321\nAda,1\n';
    const { headings } = await readTable(file(content));
    expect(headings).toEqual(['Name', 'XXX-XX-XXXX']);
    expect(await readTable(file(content), headings)).toMatchObject({ headingRow: 1, headings });
  });

  it('makes equal headings unique', () => {
    expect(
      tableOf([
        ['Name', 'Name', 'Name (2)', ''],
        ['a', 'b', 'c', 'd'],
      ]).headings,
    ).toEqual([...['Name', 'Name (2)', 'Name (2) (2)', 'Column 4']]);
  });

  it.each([
    ['packed', [0x50, 0x4b, 0x03, 0x04, 0x14]],
    ['older, or one with a password', [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
  ])('rejects an Excel workbook with instructions for CSV: %s', async (_, bytes) => {
    await expect(readTable(file(new Uint8Array(bytes), 'families.xlsx'))).rejects.toThrow(
      'save the sheet with the table',
    );
  });

  it('computes the same fingerprint for the same file and headings', async () => {
    const at = (row: number) => readTable(file('a,b\nFirst,Last\nAda,Byron\n'), row);
    const [first, again, other] = [await at(1), await at(1), await at(2)];
    expect(again.fingerprint).toBe(first.fingerprint);
    expect(other.fingerprint).not.toBe(first.fingerprint);
  });

  it('accepts at most 200 columns and 100,000 lines', () => {
    expect(() => tableOf([Array(201).fill('x'), Array(201).fill('y')])).toThrow('The file has 201 columns');
    expect(tableOf([Array(200).fill('x'), Array(200).fill('y')]).headings).toHaveLength(200);
    expect(() => tableOf([['A', 'B'], ...Array(100_001).fill(['a', 'b'])])).toThrow('The file has 100,001 rows');
    expect(tableOf([['A', 'B'], ...Array(100_000).fill(['a', 'b'])]).lines).toHaveLength(100_000);
  });
});
