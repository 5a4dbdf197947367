import { styles } from './sheet-styles.ts';

type Doc = PDFKit.PDFDocument;

/** From the last line of the page to its foot, and between the words of the foot and the page's number. */
const [above, between] = [12, 16];
/** The foot of a home with a long name goes on under itself; more than that is cut, with an ellipsis. */
const maxLines = 3;

/** Puts the words of a foot at the left of every page and its number at the right, apart whatever they are. */
export const drawFeet = (doc: Doc, footer: string, asArtifact: (draw: () => void) => void): void => {
  const { start, count } = doc.bufferedPageRange();
  const { font, size, color } = styles.small;
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    const { width, height, margins } = doc.page;
    const [y, room] = [height - margins.bottom + above, width - margins.left - margins.right];
    const { bottom } = margins;
    // Below the margin the library would begin a new page.
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
