import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { Paper } from '#domain/documents/printing/paper.ts';
import { withBreaks } from './break-runs.ts';
import { withOtherScripts } from './other-scripts.ts';
import { Sheet } from './sheet.ts';

export type PaperSize = 'LETTER' | 'A4';

// Beside this file, and beside the bundle that it becomes part of (infra/bundle-functions.ts).
const folder = join(import.meta.dirname, 'fonts');
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
// Decoding them takes longer than a paper: they are decoded once. The library's types know files and names alone.
/**
 * A glyph remembers as which character it was first met, and what is read back of a paper follows that. One that was first
 * met as a part of another, such as a period as one of the three of an ellipsis, would be read as nothing in every later
 * paper of the process: so each is met once as the character that it is.
 */
const decoded = (name: string) =>
  once(() => {
    const font = create(readFileSync(join(folder, name)));
    for (const point of font.characterSet.toSorted((a, b) => a - b)) font.glyphForCodePoint(point);
    return font as unknown as Buffer;
  });
export const fonts = { regular: decoded('SourceSans3-Regular.ttf'), bold: decoded('SourceSans3-Bold.ttf') };

/** Ends a document and answers its bytes; `draw` puts in what has to be there when they begin to come. */
export const bytesOf = async (
  doc: PDFKit.PDFDocument,
  draw: () => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  draw();
  doc.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
};

const margin = 54;

/**
 * A paper as a PDF: tagged, so that a screen reader reads headings and tables as such, and with fonts of its own, which have
 * the letters of Vietnamese, Polish and Spanish names. The same paper gives the same bytes. The one file that knows the
 * library that makes PDFs, with the sheet beside it.
 */
export const pdfOf = async (paper: Paper, size: PaperSize = 'LETTER'): Promise<Uint8Array<ArrayBuffer>> => {
  const doc = new PDFDocument({
    size,
    margin,
    // A document without it would look for a font of its own.
    font: fonts.regular() as unknown as string,
    tagged: true,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: paper.title,
      Author: paper.letterhead[0] ?? '',
      Creator: 'Stillwater',
      Producer: 'Stillwater',
      CreationDate: new Date(paper.asOf),
    },
  });
  withOtherScripts(doc.registerFont('regular', fonts.regular()).registerFont('bold', fonts.bold()));
  return bytesOf(doc, () => {
    const sheet = new Sheet(doc);
    const shown = withBreaks(paper);
    const isLabels = shown.parts.some(({ kind }) => kind === 'labels');
    if (!isLabels) sheet.head(shown);
    sheet.parts(shown.parts);
    sheet.end(isLabels ? undefined : shown.footer);
  });
};
