import { maxColumns, maxLines, maxValueLength } from '#domain/imports/import.schema.ts';
import { ssnMask } from '#domain/imports/sanitize-line.ts';
import { stripCsvGuard } from '#domain/shared/values/csv.ts';
import { redactSsnInText } from '#domain/shared/values/ssn-in-text.ts';

/** A file that cannot be imported, and what to do about it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** A table as it stands in a file: its headings, and the lines below them that hold something, with their numbers. */
export interface FileTable {
  fileName: string;
  /** SHA-256, in hexadecimal, of the file with the row of the headings: two tables of a file differ. */
  fingerprint: string;
  /** The row with the headings, the first of the file being 1. */
  headingRow: number;
  headings: string[];
  lines: { line: number; values: string[] }[];
  /** The first rows that hold something, to choose from which of them has the headings. */
  topRows: { row: number; text: string }[];
  /** Given where the file was not UTF-8, so that a person checks its accents. */
  encoding: string | undefined;
}

const mark = (...bytes: number[]) => bytes;
const marks = [
  { bytes: mark(0xef, 0xbb, 0xbf), encoding: 'utf-8' },
  { bytes: mark(0xff, 0xfe), encoding: 'utf-16le' },
  { bytes: mark(0xfe, 0xff), encoding: 'utf-16be' },
] as const;

/** The text of a file: by its mark, else UTF-8, else as Windows writes in the Americas. Says which, where it was not UTF-8. */
export const decoded = (bytes: Uint8Array): { text: string; encoding: string | undefined } => {
  const marked = marks.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  if (marked) {
    const text = new TextDecoder(marked.encoding).decode(bytes);
    return { text, encoding: marked.encoding === 'utf-8' ? undefined : 'UTF-16' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: undefined };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
};

/** Longer than any note: a quotation mark that was never closed has swallowed the lines behind it. */
const swallowed = 5 * maxValueLength;

/** No two headings are alike, and none is blank: columns are known by them. */
const distinct = (headings: readonly string[]): string[] => {
  const given = new Set<string>();
  return headings.map((heading, at) => {
    // As the import keeps it.
    const name = redactSsnInText(heading, ssnMask).trim().slice(0, 180) || `Column ${at + 1}`;
    let own = name;
    for (let times = 2; given.has(own); times += 1) own = `${name} (${times})`;
    given.add(own);
    return own;
  });
};

type Row = readonly string[];
const filledIn = (row: Row): number => row.filter((value) => value.trim()).length;
const widthOf = (row: Row): number => row.findLastIndex((value) => value.trim()) + 1;

/** So many rows from the top on tell how wide a table is. */
const looksAt = 1000;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * Where the headings stand, as an index: the first row that is about as wide and as full as those below it. Titles and
 * the day of printing above them fill a cell or two.
 */
const headingIndex = (rows: readonly Row[]): number => {
  const sizes = rows.slice(0, looksAt).map((row) => ({ filled: filledIn(row), width: widthOf(row) }));
  const found = sizes.findIndex(({ filled, width }, at) => {
    const below = sizes.slice(at + 1, at + 101).filter((size) => size.filled > 0);
    const isAbout = (size: number, others: number[]) => size >= Math.max(2, Math.floor(median(others) * 0.8));
    return (
      isAbout(
        filled,
        below.map((one) => one.filled),
      ) &&
      isAbout(
        width,
        below.map((one) => one.width),
      )
    );
  });
  return found === -1 ? sizes.findIndex(({ filled }) => filled > 0) : found;
};

const headingsAt = (rows: readonly Row[], at: number): string[] => {
  // Columns at the right without a heading and without a value are a spreadsheet's margin.
  const below = rows.slice(at, at + looksAt);
  const width = Math.max(0, ...below.map(widthOf));
  return distinct(Array.from({ length: width }, (_, column) => rows[at]?.[column] ?? ''));
};

/** Which row has the headings: that of a number, that with these headings, or, without either, the likeliest. */
type HeadingChoice = number | readonly string[] | undefined;

const chosenIndex = (rows: readonly Row[], choice: HeadingChoice): number => {
  if (typeof choice === 'number') return choice - 1;
  const wanted = JSON.stringify(choice);
  const same = choice
    ? rows
        .slice(0, looksAt)
        .findIndex((row, at) => filledIn(row) > 0 && JSON.stringify(headingsAt(rows, at)) === wanted)
    : -1;
  return same === -1 ? headingIndex(rows) : same;
};

type Table = Pick<FileTable, 'headingRow' | 'headings' | 'lines' | 'topRows'>;

/** The rows of a table as headings and lines. Throws {@link FileProblem} for what is no table, or too large a one. */
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
  // A report repeats its headings at the top of each page.
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
    return filled.length > 0 ? [{ row: from + 1, text: filled.join(' · ').slice(0, 80) }] : [];
  });
  return { headingRow: at + 1, headings, lines, topRows };
};

/** The first values of each column, for who matches it. */
export const samplesOf = ({ headings, lines }: FileTable) =>
  headings.map((heading, at) => ({
    heading,
    samples: lines
      .slice(0, 200)
      .map(({ values }) => values[at] ?? '')
      .filter((value) => value.trim())
      .slice(0, 50),
  }));

/** The files that were chosen since the page was loaded, by the import that each is for: too large for an address or a cache. */
export const pendingTables = new Map<string, FileTable>();

/** What a browser offers to choose from. */
export const tableTypes = '.csv,.txt,.tsv,text/csv';

const maxFileSize = 50 * 1024 * 1024;

/** SHA-256 in hexadecimal. */
const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

type ParseCsv = (text: string, delimiter: string) => string[][];

/** The sign between values: the one that cuts the most lines into equally many values, because titles can hold signs as well. */
const delimiterOf = (text: string, parse: ParseCsv): string => {
  const scores = [',', ';', '\t', '|'].map((delimiter) => {
    const counts = new Map<number, number>();
    for (const { length } of parse(text.slice(0, 20_000), delimiter))
      if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    return { delimiter, score: Math.max(0, ...[...counts].map(([width, lines]) => lines * 1000 + width)) };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
};

const beginsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

/** An Excel file as it is packed since 2007, and as it was before that or with a password. */
const isExcel = (bytes: Uint8Array): boolean =>
  beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

const rowsOf = async (bytes: Uint8Array): Promise<{ rows: string[][]; encoding: string | undefined }> => {
  if (isExcel(bytes))
    throw new FileProblem(
      'This is an Excel workbook. Open it, save the sheet with the table as “CSV UTF-8”, and choose that file.',
    );
  const { text, encoding } = decoded(bytes);
  if (text.includes('\u0000')) throw new FileProblem('This file is not a table. Export it as CSV.');
  const { default: papaparse } = await import('papaparse');
  const parse: ParseCsv = (csv, delimiter) => papaparse.parse<string[]>(csv, { delimiter }).data;
  // Excel writes a first line such as "sep=;" that names the sign between values.
  const separator = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(text);
  const rows = parse(text.slice(separator?.[0].length), separator?.[1] ?? delimiterOf(text, parse));
  return { rows: separator ? [[], ...rows] : rows, encoding };
};

/** The row of the headings, where it is not the likeliest one. */
export interface TableChoice {
  headings?: HeadingChoice;
}

/**
 * The table in a CSV file that a person chose. It is read here, in the browser: what no column is matched to never
 * leaves it. Throws {@link FileProblem} in words.
 */
export const readTable = async (file: File, { headings }: TableChoice = {}): Promise<FileTable> => {
  if (file.size > maxFileSize)
    throw new FileProblem('The file is larger than 50 MB. Split it and import the parts one at a time.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { rows, encoding } = await rowsOf(bytes);
  const table = tableOf(rows, headings);
  const named = [await digestOf(bytes), '', table.headingRow].join(' ');
  return {
    fileName: file.name,
    fingerprint: await digestOf(new TextEncoder().encode(named)),
    encoding,
    ...table,
  };
};
