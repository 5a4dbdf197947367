import PDFDocument from 'pdfkit';
import { withOtherScripts } from './other-scripts.ts';
import { bytesOf, fonts } from './pdf-of.ts';

interface Row {
  name: string;
  top: number;
}

interface SignaturePage {
  title: string;
  papers: readonly string[];
  rows: readonly Row[];
  left: number;
}

/** Renders the page after signed files: its subject and a named line for each signer. */
export const signaturePagePdf = ({ title, papers, rows, left }: SignaturePage): Promise<Uint8Array<ArrayBuffer>> => {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 54,
    font: fonts.regular() as unknown as string,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Creator: 'Stillwater', Producer: 'Stillwater' },
  });
  withOtherScripts(doc.registerFont('regular', fonts.regular()).registerFont('bold', fonts.bold()));
  const { width, height } = doc.page;
  doc.font('bold').fontSize(16).text(title);
  doc
    .font('regular')
    .fontSize(10.5)
    .text(`Signed: ${papers.join('; ')}`, { height: 0.1 * height, ellipsis: true });
  for (const { name, top } of rows) {
    // Below the field that DocuSeal places there.
    const y = (top + 0.062) * height;
    doc
      .moveTo(left * width, y)
      .lineTo(0.9 * width, y)
      .stroke('#888888');
    doc.fontSize(9).text(name, left * width, y + 3, { width: 0.5 * width, height: 12, ellipsis: true });
    doc.text('Date', 0.62 * width, y + 3, { lineBreak: false });
  }
  return bytesOf(doc);
};
