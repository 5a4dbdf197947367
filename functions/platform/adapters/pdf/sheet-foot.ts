import { styles } from './sheet-styles.ts';

type Doc = PDFKit.PDFDocument;

/** Between the page's last line, its footer, and the page number. */
const [above, between] = [12, 16];
/** A longer footer is cut with an ellipsis. */
const maxLines = 3;

/** Draws the footer at the left and the page number at the right of every page. */
export const drawFeet = (doc: Doc, footer: string, asArtifact: (draw: () => void) => void): void => {
  const { start, count } = doc.bufferedPageRange();
  const { font, size, color } = styles.small;
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    const { width, height, margins } = doc.page;
    const [y, room] = [height - margins.bottom + above, width - margins.left - margins.right];
    const { bottom } = margins;
    // Below the margin the library would add a page.
    margins.bottom = 0;
    asArtifact(() => {
      doc.font(font).fontSize(size).fillColor(color);
      const number = `Page ${page - start + 1} of ${count}`;
      const words = room - doc.widthOfString(number) - between;
      const lines = maxLines * doc.currentLineHeight(true);
      doc.text(footer, margins.left, y, { width: words, height: lines, ellipsis: '…' });
      doc.text(number, margins.left, y, { width: room, lineBreak: false, align: 'right' });
    });
    margins.bottom = bottom;
  }
};
