import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { pdfOf } from './pdf-of.ts';

describe('drawLabels', () => {
  const labels = Array.from({ length: 31 }, (_, at) => [
    `Nguyễn Thị ${at}`,
    '18 Sevilla Street',
    'St. Augustine, FL 32084',
  ]);
  const paper = {
    ...{ title: 'Envelope labels', letterhead: ['Whitcomb & Ames'], footer: 'foot', asOf: '2026-11-23T15:04:05.000Z' },
    parts: [{ kind: 'labels' as const, labels }],
  };

  it.each([
    ['LETTER', 30],
    ['A4', 24],
  ] as const)('places each label of %s in its position, %i per sheet', async (size, aSheet) => {
    const { totalPages, text } = await extractText(new Uint8Array(await pdfOf(paper, size)));
    expect(totalPages).toBe(2);
    const [first = '', second = ''] = text;
    for (const [at, [name = '']] of labels.entries()) expect(at < aSheet ? first : second).toContain(name);
    expect(first).not.toContain('foot');
  });

  // Most printers leave 4 to 5 mm blank at each edge.
  it.each(['LETTER', 'A4'] as const)('prints nothing within the blank margins of %s', async (size) => {
    const document = await getDocumentProxy(new Uint8Array(await pdfOf(paper, size)));
    const page = await document.getPage(1);
    const [, , width = 0] = page.view;
    const long = (await page.getTextContent()).items.flatMap((item) =>
      'str' in item && item.str.trim() ? [item] : [],
    );
    const edge = (6 / 25.4) * 72;
    for (const { transform, width: textWidth } of long) {
      expect(transform[4]).toBeGreaterThan(edge);
      expect(transform[4] + textWidth).toBeLessThan(width - edge);
    }
  });
});
