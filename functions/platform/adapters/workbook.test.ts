import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { unzipped } from '#tests/support/zipped.ts';
import { workbookOf } from './workbook.ts';

describe('workbookOf', () => {
  it('S-31 keeps every text as typed: formulas, leading zeros, other scripts, dates', async () => {
    const rows = [
      ['Case Number', 'Deceased'],
      ['0007', '=1+1'],
      ['+1', '@cmd'],
      ['2026-03-01', 'Nguyễn Văn Minh'],
      ['', 'a\nb'],
    ];
    const sheet = await readSheet(Buffer.from(await workbookOf('Cases', rows)), 'Cases');
    expect(sheet.map((row) => row.map((cell) => cell ?? ''))).toEqual(rows);
  });

  it('S-31 handles any typed text: drops invalid XML characters, keeps escape-like text', async () => {
    const book = await workbookOf('Cases', [['A\uFFFEB\uFFFFC', '\u0000\u001Fx\uD800', '_x0041_', '\u{1F3B5}']]);
    const texts = unzipped(book).get('xl/sharedStrings.xml')?.toString() ?? '';
    expect([...texts.matchAll(/<t[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
      'ABC',
      'x',
      '_x005F_x0041_',
      '\u{1F3B5}',
    ]);
  });
});
