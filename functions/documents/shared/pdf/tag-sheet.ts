import { encodeQR } from 'qr';
import type { PaperPart } from '#domain/documents/printing/paper.ts';
import type { SheetGrid } from './label-sheet.ts';

type Doc = PDFKit.PDFDocument;
type Tags = Extract<PaperPart, { kind: 'tags' }>;

interface TagSheet extends SheetGrid {
  readonly large: number;
  readonly small: number;
}

/** Points on a Letter sheet: Avery 5160 (1 by 2 5/8 in), Avery 5163 (2 by 4 in), and bands of 1 by 7 1/2 in to cut. */
const sheets: Readonly<Record<Tags['sheet'], TagSheet>> = {
  '5160': { across: 3, down: 10, width: 189, height: 72, left: 13.5, top: 36, gap: 9, large: 11, small: 7 },
  '5163': { across: 2, down: 5, width: 288, height: 144, left: 11.25, top: 36, gap: 13.5, large: 20, small: 11 },
  wrist: { across: 1, down: 10, width: 540, height: 72, left: 36, top: 36, gap: 0, large: 20, small: 10 },
};

/** Dark squares of a QR code with its quiet zone. */
const drawCode = (doc: Doc, code: string, x: number, y: number, side: number): void => {
  const data = encodeQR(code, 'raw', { ecc: 'medium', border: 2 });
  const step = side / data.length;
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries()) if (isDark) doc.rect(x + column * step, y + row * step, step, step);
  doc.fillColor('#000000').fill();
};

/** Draws one tag per label, each as a paragraph: its code at the left, its letters large, the other lines small. */
export const drawTags = (doc: Doc, add: (draw: () => void) => void, { sheet, tags }: Tags): void => {
  const { across, down, width, height, left, top, gap, large, small } = sheets[sheet];
  const side = height - 12;
  for (const [at, { code, lines }] of tags.entries()) {
    const place = at % (across * down);
    if (at > 0 && place === 0) doc.addPage();
    const x = left + (place % across) * (width + gap) + 6;
    const y = top + Math.floor(place / across) * height + 6;
    const room = { width: width - side - 18, lineBreak: false, ellipsis: true };
    const [first = '', ...others] = lines;
    // Labels extend below the margin, where the library would add a page.
    const { bottom } = doc.page.margins;
    doc.page.margins.bottom = 0;
    add(() => {
      drawCode(doc, code, x, y, side);
      doc
        .font('bold')
        .fontSize(large)
        .fillColor('#111111')
        .text(first, x + side + 6, y + 2, room);
      doc.font('regular').fontSize(small);
      for (const [line, text] of others.entries())
        doc.text(text, x + side + 6, y + 6 + large * 1.2 + line * small * 1.25, room);
    });
    doc.page.margins.bottom = bottom;
  }
};
