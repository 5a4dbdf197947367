import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { csvLine } from '#domain/values/csv.ts';
import { decoded, samplesOf, tableOf } from './file-table.ts';
import { readTable } from './read-file.ts';

const file = (content: string | Uint8Array<ArrayBuffer>, name = 'families.csv') => new File([content], name);
const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2 + 2));
  const codes = [0xfeff, ...[...text].map((letter) => letter.charCodeAt(0))];
  for (const [at, code] of codes.entries()) view.setUint16(at * 2, code, isLittle);
  return new Uint8Array(view.buffer);
};

describe('a file that is brought along', () => {
  it.each([
    ['UTF-8 with its mark', new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('José')]), undefined],
    ['UTF-8 without it', new TextEncoder().encode('José'), undefined],
    ['UTF-16, little end first', utf16('José', true), 'UTF-16'],
    ['UTF-16, big end first', utf16('José', false), 'UTF-16'],
    ['Windows-1252', new Uint8Array([0x4a, 0x6f, 0x73, 0xe9]), 'Windows-1252'],
  ])('is read whatever it is written in: %s', (_, bytes, encoding) => {
    expect(decoded(bytes)).toEqual({ text: 'José', encoding });
  });

  it('is a table, with quotes over lines, whatever stands between the values, and lines as a spreadsheet numbers them', async () => {
    const table = await readTable(
      file('\uFEFFName;Notes;Name;\r\n"Ada ""B""";"one\r\ntwo";x;\r\n;;;\r\nBea;=1+1;y;\r\n'),
    );
    expect(table.headings).toEqual(['Name', 'Notes', 'Name (2)']);
    expect(table.lines).toEqual([
      { line: 2, values: ['Ada "B"', 'one\r\ntwo', 'x', ''] },
      { line: 4, values: ['Bea', '=1+1', 'y', ''] },
    ]);
    expect(table.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(samplesOf(table)[2]).toEqual({ heading: 'Name (2)', samples: ['x', 'y'] });
  });

  it('S-31 is read without the apostrophe that was put before a sign, as in the file of refused lines', async () => {
    const texts = ['+44 20 7946 0958', '=1+1, "x"', '@home', '-1-2', '-40.25', '＋44', "'tis", "O'Neill"];
    const written = [texts.map((_, at) => `Column ${at}`), texts].map(csvLine).join('');
    const table = await readTable(file(`\uFEFF${written}`));
    expect(table.lines).toEqual([{ line: 2, values: texts }]);
  });

  it.each([
    ['', 'The file is empty'],
    ['\n\n', 'The file is empty'],
    ['First,Last\n\n', 'no lines below them'],
    ['First\nAda\n', 'Only one column'],
    ['a,b\n\u0000\u0001,\u0002', 'not a table'],
    [`a,b\n1,"${'x,\n'.repeat(10_000)}`, 'Line 2 has a value without an end'],
  ])('says what is wrong with it', async (content, words) => {
    await expect(readTable(file(content))).rejects.toThrow(words);
  });

  it('is the first sheet of a workbook, with days as days, and formulas as what they came to', async () => {
    const sheet = {
      name: 'Families',
      rows: [['First', 'Since', 'ZIP', 'Code'], [], ['Ada', new Date('2019-03-04T00:00:00Z'), 501, '00012']],
    };
    const bytes = await writeXlsx({ sheets: [sheet, { name: 'Other', rows: [['x', 'y']] }] });
    const table = await readTable(file(new Uint8Array(bytes), 'families.xlsx'));
    expect(table.headings).toEqual(['First', 'Since', 'ZIP', 'Code']);
    expect(table.lines).toEqual([{ line: 3, values: ['Ada', '2019-03-04', '501', '00012'] }]);
    const cut = new Uint8Array(bytes).slice(0, 700);
    await expect(readTable(file(cut, 'families.xlsx'))).rejects.toThrow('This workbook cannot be read');
    const old = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]);
    await expect(readTable(file(old, 'families.xls'))).rejects.toThrow('an older Excel file, or one with a password');
  });

  it('is refused where its sheet goes on below what is read, and never cut there', async () => {
    const below = [['First', 'Last'], ...Array.from({ length: 200_000 }, () => []), ['Ada', 'Byron']];
    const bytes = await writeXlsx({ sheets: [{ name: 'Families', rows: below }] });
    const read = readTable(file(new Uint8Array(bytes), 'families.xlsx'));
    await expect(read).rejects.toThrow('The sheet goes on below row 200,000.');
  });

  it('has 200 columns and 100,000 lines at most', () => {
    expect(() => tableOf([Array(201).fill('x'), Array(201).fill('y')])).toThrow('The file has 201 columns');
    expect(tableOf([Array(200).fill('x'), Array(200).fill('y')]).headings).toHaveLength(200);
    expect(() => tableOf(Array(100_002).fill(['a', 'b']))).toThrow('The file has 100,001 lines');
    expect(tableOf(Array(100_001).fill(['a', 'b'])).lines).toHaveLength(100_000);
  });
});
