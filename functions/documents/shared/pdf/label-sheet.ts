type Doc = PDFKit.PDFDocument;

/** Places of labels on a sheet, in points. */
export interface SheetGrid {
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
