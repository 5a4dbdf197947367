import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { Paper } from '#domain/documents/printing/paper.ts';
import { withOtherScripts } from './other-scripts.ts';
import { Sheet } from './sheet.ts';

/** A 64-character digest stays whole, so that it can be copied. */
const piece = 40;
/** No white space and no hyphen before a letter; non-breaking spaces are no break. */
const longRun = /(?:[^\s-]|[\u00A0\u2007\u202F\uFEFF]|-(?!\p{L})){65,}/gu;
const pieces = /.{40}(?=.)/gsu;
const blanks = /[^\S\n\u2028\u2029]{41,}/gu;

/** Returns a text with spaces in runs of more than 64 characters, which the PDF library measures in quadratic time. */
export const breakLongRuns = (text: string): string =>
  text.length > piece
    ? text
        .replace(blanks, (run) => run.slice(0, piece))
        .replace(longRun, (run) => run.replace(pieces, (letters) => `${letters} `))
    : text;

const broken = (value: unknown): unknown => {
  if (typeof value === 'string') return breakLongRuns(value);
  if (Array.isArray(value)) return value.map(broken);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, value]) => [name, broken(value)]));
};

/** Returns a document whose texts can all be broken into lines. */
export const withBreaks = (paper: Paper): Paper => broken(paper) as Paper;

export type PaperSize = 'LETTER' | 'A4';

// Next to this file, and next to its bundle (infra/bundle-functions.ts).
const folder = join(import.meta.dirname, 'fonts');
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
// Decoding takes longer than a document. The library's types accept only files and names.
/** Registers each character first, because a glyph reads back as the first character it was used for. */
const decoded = (name: string) =>
  once(() => {
    const font = create(readFileSync(join(folder, name)));
    for (const point of font.characterSet.toSorted((a, b) => a - b)) font.glyphForCodePoint(point);
    return font as unknown as Buffer;
  });
export const fonts = { regular: decoded('SourceSans3-Regular.ttf'), bold: decoded('SourceSans3-Bold.ttf') };

/** Ends a document and returns its bytes; `draw` adds the last content. */
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

/** Renders a document as a tagged PDF with embedded fonts; the same document gives the same bytes. */
export const pdfOf = async (paper: Paper, size: PaperSize = 'LETTER'): Promise<Uint8Array<ArrayBuffer>> => {
  const doc = new PDFDocument({
    size,
    margin,
    // Otherwise the library looks for a font of its own.
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
    const isLabels = shown.parts.some(({ kind }) => kind === 'labels' || kind === 'tags');
    if (!isLabels) sheet.head(shown);
    sheet.parts(shown.parts);
    sheet.end(isLabels ? undefined : shown.footer);
  });
};
