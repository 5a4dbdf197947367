import { encodeQR } from 'qr';
import type { PaperPart } from '#domain/documents/printing/paper.ts';

type Doc = PDFKit.PDFDocument;

/** Places of labels on a sheet, in points. */
interface SheetGrid {
  readonly across: number;
  readonly down: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly gap: number;
}
interface LabelSheet extends SheetGrid {
  readonly padding: number;
}

/** 1 by 2 5/8 inches, 30 per Letter sheet; 70 by 37 mm, 24 per A4 sheet with 4 to 5 mm unprinted at its edge. */
const letter: LabelSheet = { across: 3, down: 10, width: 189, height: 72, left: 13.5, top: 36, gap: 9, padding: 11 };
const a4: LabelSheet = { across: 3, down: 8, width: 198.43, height: 104.88, left: 0, top: 1.42, gap: 0, padding: 18 };
const above = 5.5;
const sizes = [11, 10, 9, 8, 7];

const isLetter = ({ page }: Doc): boolean => Math.round(page.width) === 612;

/** Draws one address per label, each as a paragraph, in a smaller font if it is long. */
export const drawLabels = (doc: Doc, add: (draw: () => void) => void, labels: readonly (readonly string[])[]): void => {
  const { across, down, width, height, left, top, gap, padding } = isLetter(doc) ? letter : a4;
  const room = { width: width - 2 * padding, height: height - 2 * above };
  for (const [at, lines] of labels.entries()) {
    const place = at % (across * down);
    if (at > 0 && place === 0) doc.addPage();
    const x = left + (place % across) * (width + gap) + padding;
    const text = lines.join('\n');
    doc.font('regular').fillColor('#111111');
    const fits = (size: number): boolean =>
      doc.fontSize(size).heightOfString(text, { width: room.width }) <= room.height;
    const size = sizes.find(fits) ?? 7;
    const tall = doc.fontSize(size).heightOfString(text, { width: room.width });
    const y = top + Math.floor(place / across) * height + Math.max(above, (height - tall) / 2);
    // Labels extend below the margin, where the library would add a page.
    const { bottom } = doc.page.margins;
    doc.page.margins.bottom = 0;
    add(() => doc.font('regular').fontSize(size).fillColor('#111111').text(text, x, y, { width: room.width }));
    doc.page.margins.bottom = bottom;
  }
};

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
