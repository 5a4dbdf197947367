import { longestValue, mostColumns, mostLines } from '#domain/imports/import.schema.ts';
import { withoutApostrophe } from '#domain/values/csv.ts';

/** A file that cannot be brought along, and what to do about it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** A table as it stands in a file: its headings, and the lines below them that hold something, with their numbers. */
export interface FileTable {
  fileName: string;
  /** SHA-256 of the file, in hexadecimal. */
  fingerprint: string;
  headings: string[];
  lines: { line: number; values: string[] }[];
  /** Said where the file was not UTF-8, so that somebody looks at its accents. */
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
const swallowed = 5 * longestValue;

/** No two headings are alike, and none is blank: columns are known by them. */
const distinct = (headings: readonly string[]): string[] => {
  const seen = new Map<string, number>();
  return headings.map((heading, at) => {
    const name = heading.trim().slice(0, 180) || `Column ${at + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
};

/** The rows of a table as headings and lines. Throws {@link FileProblem} for what is no table, or too large a one. */
export const tableOf = (rows: readonly (readonly string[])[]): Pick<FileTable, 'headings' | 'lines'> => {
  const isFilled = (row: readonly string[]): boolean => row.some((value) => value.trim() !== '');
  const first = rows.findIndex(isFilled);
  const [headed, ...below] = first === -1 ? [] : rows.slice(first);
  if (!headed) throw new FileProblem('The file is empty. Export it once more from the other system.');
  // Columns at the right without a heading and without a value are a spreadsheet's margin.
  const width = Math.max(
    ...rows.slice(first, first + 1000).map((row) => row.findLastIndex((value) => value.trim()) + 1),
  );
  if (width > mostColumns) throw new FileProblem(`The file has ${width} columns; at most ${mostColumns} are read.`);
  if (width < 2)
    throw new FileProblem(
      'Only one column was found. Save the file as CSV with commas, semicolons or tabs between values.',
    );
  const lines = below.flatMap((values, at) =>
    isFilled(values) ? [{ line: first + at + 2, values: values.map(withoutApostrophe) }] : [],
  );
  if (lines.length === 0) throw new FileProblem('The file has headings, and no lines below them.');
  if (lines.length > mostLines)
    throw new FileProblem(
      `The file has ${lines.length.toLocaleString('en-US')} lines; at most ${mostLines.toLocaleString('en-US')} are read. Split it, and bring one part along after the other.`,
    );
  const long = lines.find(({ values }) => values.some((value) => value.length > swallowed));
  if (long)
    throw new FileProblem(
      `Line ${long.line} has a value without an end. A quotation mark is missing in it, or before it.`,
    );
  return { headings: distinct(Array.from({ length: width }, (_, at) => headed[at] ?? '')), lines };
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
