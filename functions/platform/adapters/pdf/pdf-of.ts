import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { Paper } from '#domain/documents/printing/answers.ts';
import { withOtherScripts } from './other-scripts.ts';
import { Sheet } from './sheet.ts';

/** Letters of a piece of a run that is too long. A digest of 64 is none: who copies it copies it whole. */
const piece = 40;
/** Where no line is broken: neither white space nor a hyphen before a letter; spaces that hold together are no break. */
const longRun = /(?:[^\s-]|[\u00A0\u2007\u202F\uFEFF]|-(?!\p{L})){65,}/gu;
const pieces = /.{40}(?=.)/gsu;
const blanks = /[^\S\n\u2028\u2029]{41,}/gu;

/**
 * A text in which a run of more than 64 letters without a place for a break has a space after each 40, by code point. The
 * library that makes PDFs measures a word in the square of its length: one of ten thousand letters holds up the process for
 * half a minute. More blanks side by side than 40 are measured like one word, and say nothing.
 */
export const breakLongRuns = (text: string): string =>
  text.length > piece
    ? text
        .replace(blanks, (run) => run.slice(0, piece))
        .replace(longRun, (run) => run.replace(pieces, (letters) => `${letters} `))
    : text;

const broken = (said: unknown): unknown => {
  if (typeof said === 'string') return breakLongRuns(said);
  if (Array.isArray(said)) return said.map(broken);
  if (typeof said !== 'object' || said === null) return said;
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, broken(value)]));
};

/** A paper all of whose texts can be broken into lines ({@link breakLongRuns}). */
export const withBreaks = (paper: Paper): Paper => broken(paper) as Paper;

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
