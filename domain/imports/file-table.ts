import { stripCsvGuard } from '../shared/values/csv.ts';
import { redactSsnInText } from '../shared/values/ssn-in-text.ts';
import { cut } from '../shared/values/text.ts';
import { maxColumns, maxLines, maxValueLength } from './import.schema.ts';
import { ssnMask } from './sanitize-line.ts';

/** A file that cannot be imported; the message contains instructions. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

export interface FileTable {
  fileName: string;
  /** SHA-256, in hexadecimal, of the file with its heading row: a file can hold several tables. */
  fingerprint: string;
  headingRow: number;
  headings: string[];
  lines: { line: number; values: string[] }[];
  /** First filled rows, to choose the headings from. */
  topRows: { row: number; text: string }[];
  /** Set if the file was not UTF-8, so that the user checks accents. */
  encoding: string | undefined;
}

const beginsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

/** Returns the encoding of a byte order mark. */
const markedEncoding = (bytes: Uint8Array) => {
  if (beginsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (beginsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return beginsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : undefined;
};

/**
 * Decodes a file by its byte order mark, else as UTF-8, else as Windows-1252. Names the encoding unless it is UTF-8.
 */
export const decoded = (bytes: Uint8Array): { text: string; encoding: string | undefined } => {
  const marked = markedEncoding(bytes);
  if (marked) {
    const text = new TextDecoder(marked).decode(bytes);
    return { text, encoding: marked === 'utf-8' ? undefined : 'UTF-16' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: undefined };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
};

/** Longer than any note: an unclosed quotation mark swallowed the following lines. */
const swallowed = 5 * maxValueLength;

/** Columns are identified by their headings, which must be unique and not blank. */
const distinct = (headings: readonly string[]): string[] => {
  const usedNames = new Set<string>();
  return headings.map((heading, at) => {
    const name = cut(redactSsnInText(heading, ssnMask).trim(), 180) || `Column ${at + 1}`;
    let uniqueName = name;
    for (let times = 2; usedNames.has(uniqueName); times += 1) uniqueName = `${name} (${times})`;
    usedNames.add(uniqueName);
    return uniqueName;
  });
};

type Row = readonly string[];
const filledIn = (row: Row): number => row.filter((value) => value.trim()).length;
const widthOf = (row: Row): number => row.findLastIndex((value) => value.trim()) + 1;

const looksAt = 1000;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * Returns the first row about as wide and full as those below: titles and print dates above fill only a cell or two.
 */
const headingIndex = (rows: readonly Row[]): number => {
  const sizes = rows.slice(0, looksAt).map((row) => ({ filled: filledIn(row), width: widthOf(row) }));
  const index = sizes.findIndex(({ filled, width }, at) => {
    const below = sizes.slice(at + 1, at + 101).filter((size) => size.filled > 0);
    const isAbout = (size: number, otherSizes: number[]) => size >= Math.max(2, Math.floor(median(otherSizes) * 0.8));
    return (
      isAbout(
        filled,
        below.map((column) => column.filled),
      ) &&
      isAbout(
        width,
        below.map((column) => column.width),
      )
    );
  });
  return index === -1 ? sizes.findIndex(({ filled }) => filled > 0) : index;
};

const headingsAt = (rows: readonly Row[], at: number): string[] => {
  // Columns at the right without a heading and values are a spreadsheet's margin.
  const below = rows.slice(at, at + looksAt);
  const width = Math.max(0, ...below.map(widthOf));
  return distinct(Array.from({ length: width }, (_, column) => rows[at]?.[column] ?? ''));
};

/** A row number, the headings to find again, or undefined for the most likely row. */
export type HeadingChoice = number | readonly string[] | undefined;

const chosenIndex = (rows: readonly Row[], choice: HeadingChoice): number => {
  if (typeof choice === 'number') return choice - 1;
  const choiceKey = JSON.stringify(choice);
  const same = choice
    ? rows
        .slice(0, looksAt)
        .findIndex((row, at) => filledIn(row) > 0 && JSON.stringify(headingsAt(rows, at)) === choiceKey)
    : -1;
  return same === -1 ? headingIndex(rows) : same;
};

type Table = Pick<FileTable, 'headingRow' | 'headings' | 'lines' | 'topRows'>;

/** Returns headings and lines. Throws {@link FileProblem} for no table, or one that is too large. */
export const tableOf = (rows: readonly Row[], choice?: HeadingChoice): Table => {
  const at = chosenIndex(rows, choice);
  const headed = rows[at];
  if (!headed) throw new FileProblem('The file is empty. Export it again from your other system.');
  const headings = headingsAt(rows, at);
  const width = headings.length;
  if (width > maxColumns) throw new FileProblem(`The file has ${width} columns. The limit is ${maxColumns}.`);
  if (width < 2)
    throw new FileProblem(
      'Only one column was found. Save the file as CSV with commas, semicolons or tabs between values.',
    );
  // Reports repeat their headings on each page.
  const isLine = (row: Row): boolean => filledIn(row) > 0 && row.join('\n') !== headed.join('\n');
  const lines = rows
    .slice(at + 1)
    .flatMap((row, below) => (isLine(row) ? [{ line: at + below + 2, values: row.map(stripCsvGuard) }] : []));
  if (lines.length === 0) throw new FileProblem('The file has headings but no rows.');
  if (lines.length > maxLines)
    throw new FileProblem(
      `The file has ${lines.length.toLocaleString('en-US')} rows. The limit is ${maxLines.toLocaleString('en-US')}. Split it and import the parts one at a time.`,
    );
  const long = lines.find(({ values }) => values.some((value) => value.length > swallowed));
  if (long) throw new FileProblem(`Line ${long.line} is missing a closing quotation mark.`);
  const topRows = rows.slice(0, at + 20).flatMap((row, from) => {
    const filled = row.map((value) => value.trim()).filter(Boolean);
    return filled.length > 0 ? [{ row: from + 1, text: cut(filled.join(' · '), 80) }] : [];
  });
  return { headingRow: at + 1, headings, lines, topRows };
};

/** Returns the headings with values of the first lines. */
export const samplesOf = ({ headings, lines: rows }: FileTable) =>
  headings.map((heading, at) => ({
    heading,
    samples: rows
      .slice(0, 200)
      .map(({ values }) => values[at] ?? '')
      .filter((value) => value.trim())
      .slice(0, 50),
  }));

const maxFileSize = 50 * 1024 * 1024;

const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** The CSV parser is papaparse, which the browser loads only with a file. */
export type ParseCsv = (text: string, delimiter: string) => string[][];

/** The separator that splits most lines into equally many values, because titles can contain separators too. */
const delimiterOf = (text: string, parse: ParseCsv): string => {
  const scores = [',', ';', '\t', '|'].map((delimiter) => {
    const counts = new Map<number, number>();
    for (const { length } of parse(cut(text, 20_000), delimiter))
      if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    return { delimiter, score: Math.max(0, ...[...counts].map(([width, lines]) => lines * 1000 + width)) };
  });
  return scores.reduce((best, score) => (score.score > best.score ? score : best)).delimiter;
};

/** An Excel file as packed since 2007, and as before or with a password. */
const isExcel = (bytes: Uint8Array): boolean =>
  beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

const rowsOf = (bytes: Uint8Array, parse: ParseCsv): { rows: string[][]; encoding: string | undefined } => {
  if (isExcel(bytes))
    throw new FileProblem(
      'This is an Excel workbook. Open it, save the sheet with the table as “CSV UTF-8”, and choose that file.',
    );
  const { text: contents, encoding } = decoded(bytes);
  // The parser takes the line end of the first line, and titles above a table often have another one.
  const text = contents.replaceAll('\r\n', '\n');
  if (text.includes('\u0000')) throw new FileProblem('This file is not a table. Export it as CSV.');
  // Excel writes a first line such as "sep=;".
  const separator = /^"?sep=(.)"?(?:\n|$)/i.exec(text);
  const rows = parse(text.slice(separator?.[0].length), separator?.[1] ?? delimiterOf(text, parse));
  return { rows: separator ? [[], ...rows] : rows, encoding };
};

/** Reads a CSV file. Throws {@link FileProblem}. */
export const readTable = async (file: File, parse: ParseCsv, headings?: HeadingChoice): Promise<FileTable> => {
  if (file.size > maxFileSize)
    throw new FileProblem('The file is larger than 50 MB. Split it and import the parts one at a time.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { rows, encoding } = rowsOf(bytes, parse);
  const table = tableOf(rows, headings);
  const named = [await digestOf(bytes), '', table.headingRow].join(' ');
  return { fileName: file.name, fingerprint: await digestOf(new TextEncoder().encode(named)), encoding, ...table };
};
