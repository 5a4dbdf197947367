import type { PaperColumn } from '#domain/documents/printing/paper.ts';

type Doc = PDFKit.PDFDocument;

/** Height in points of the chart with its labels and the space after it. */
export const columnsHeight = 150;
const labelHeight = 14;
const textHeight = 12;
const most = columnsHeight - labelHeight - textHeight - 14;
/** Dark enough for grayscale printing; the last column is the document's subject. */
const [usual, last] = ['#8fb5a3', '#24503f'];

/** Draws columns, each with its amount above and its label below. */
export const drawColumns = (
  doc: Doc,
  { x, y, width }: { x: number; y: number; width: number },
  columns: readonly PaperColumn[],
): void => {
  const each = width / Math.max(1, columns.length);
  const highest = Math.max(1, ...columns.map(({ value }) => value));
  const ground = y + textHeight + most;
  for (const [at, { label, text, value }] of columns.entries()) {
    const height = Math.max(0, (value / highest) * most);
    const left = x + at * each;
    const isLast = at === columns.length - 1;
    if (height > 0)
      doc
        .rect(left + each * 0.12, ground - height, each * 0.76, height)
        .fillColor(isLast ? last : usual)
        .fill();
    const words = { width: each, align: 'center', lineBreak: false } as const;
    doc
      .font(isLast ? 'bold' : 'regular')
      .fontSize(8)
      .fillColor('#111111');
    doc.text(text, left, ground - height - textHeight, words);
    doc.text(label, left, ground + 3, words);
  }
  doc
    .moveTo(x, ground)
    .lineTo(x + width, ground)
    .lineWidth(0.75)
    .strokeColor('#444444')
    .stroke();
};
