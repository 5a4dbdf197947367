import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { statementPaper } from '#domain/documents/printing/statement-paper.ts';
import { documentedFees } from '#domain/statements/fee-names.ts';
import { statementContent } from '#domain/statements/statement-content.ts';
import { pdfOf } from './pdf-of.ts';

const fullStatement = () => {
  const fee = (name: string) => [name, '123.45'] as const;
  const servicesFees = {
    ...Object.fromEntries(Object.values(documentedFees).flat().map(fee)),
    death_certificate_copies: '10',
    cash_advances: Array.from({ length: 20 }, (_, at) => ({ id: String(at), name: `Advance ${at}`, amount: '10.00' })),
  };
  const burialFees = { ...Object.fromEntries(documentedFees.burial.map(fee)), burial_fees_handling: 'billed' };
  const content = statementContent({
    sections: { servicesFees, burialFees } as never,
    ...{ case_number: 'WA-2026-0042', paid: 0, today: '2026-11-23' },
    home: {
      ...{ name: 'Whitcomb & Ames', phone: '9045550100', address: '12 King Street', city: 'St. Augustine' },
      ...{ state: 'FL', zip_code: '32084', license_number: 'FE-1234' },
    },
  });
  return statementPaper({
    ...{ statement_number: 'WA-S-2026-0007', version: 1, content, digest: 'd'.repeat(64), superseded: false },
    ...{ finalized_at: '2026-11-23T15:04:05.000Z', finalized_by_name: 'Marcus Ames' },
  });
};

describe('PDF of a Statement with every fee', () => {
  it('takes fewer than 300 kB', async () => {
    expect((await pdfOf(fullStatement())).byteLength).toBeLessThan(300_000);
  });
});

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
