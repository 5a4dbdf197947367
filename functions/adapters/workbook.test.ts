import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { workbookOf } from './workbook.ts';

describe('a workbook', () => {
  it('S-31 holds every text as it is: formulas, leading zeros, other scripts, dates', async () => {
    const rows = [
      ['Case Number', 'Deceased'],
      ['0007', '=1+1'],
      ['+1', '@cmd'],
      ['2026-03-01', 'Nguyễn Văn Minh'],
      ['', 'a\nb'],
    ];
    const { sheets } = await readXlsx(await workbookOf('Cases', rows));
    const [sheet] = sheets;
    expect(sheet?.name).toBe('Cases');
    expect(sheet?.rows.map((row) => row.map((cell) => cell ?? ''))).toEqual(rows);
  });
});
