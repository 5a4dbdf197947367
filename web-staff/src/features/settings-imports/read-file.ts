import { mostLines } from '#domain/imports/import.schema.ts';
import { decoded, FileProblem, type FileTable, tableOf } from './file-table.ts';

/** What a browser offers to choose from. */
export const tableTypes =
  '.csv,.txt,.tsv,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const largestFile = 50 * 1024 * 1024;
/** Of a sheet, with those that hold nothing. */
const mostRows = 2 * mostLines;

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

interface Rows {
  rows: string[][];
  encoding: string | undefined;
}

const readCsv = async (bytes: Uint8Array): Promise<Rows> => {
  const { text, encoding } = decoded(bytes);
  if (text.includes('\u0000'))
    throw new FileProblem('This is not a table. Export it as CSV or XLSX, and choose that file.');
  const { parseCsv } = await import('hucre/csv');
  return { rows: parseCsv(text).map((row) => row.map((value) => String(value ?? ''))), encoding };
};

/** A cell as its reader would type it: a day for a date, no formula but what it came to. */
const cellText = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : value === null || value === undefined ? '' : String(value);

/** The first sheet of a workbook, no further than where it is refused for its length: a packed file may unpack to anything. */
const readXlsx = async (bytes: Uint8Array): Promise<Rows> => {
  const { streamXlsxRows } = await import('hucre/xlsx');
  const rows: string[][] = [];
  let isTooLong = false;
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0 })) {
      // Rows that hold nothing are left out of the file, and count as lines all the same.
      isTooLong = Math.max(index, rows.length) >= mostRows;
      if (isTooLong) break;
      while (rows.length < index) rows.push([]);
      rows.push(values.map(cellText));
    }
  } catch {
    throw new FileProblem('This workbook cannot be read. Open it, save its table as CSV, and choose that file.');
  }
  if (isTooLong)
    throw new FileProblem(
      `The sheet goes on below row ${mostRows.toLocaleString('en-US')}. Delete empty rows, or split it, and bring one part along after the other.`,
    );
  return { rows, encoding: undefined };
};

const beginsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

const readRows = (bytes: Uint8Array): Promise<Rows> => {
  if (beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return readXlsx(bytes);
  if (beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new FileProblem(
      'This is an older Excel file, or one with a password. Save it as XLSX without one, or as CSV.',
    );
  return readCsv(bytes);
};

/**
 * The table in a file that somebody has chosen. It is read here, in the browser: what no column is matched to never
 * leaves it. Throws {@link FileProblem} in words.
 */
export const readTable = async (file: File): Promise<FileTable> => {
  if (file.size > largestFile)
    throw new FileProblem('The file is larger than 50 MB. Split it, and bring one part along after the other.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { rows, encoding } = await readRows(bytes);
  const fingerprint = hex(await crypto.subtle.digest('SHA-256', bytes));
  return { fileName: file.name, fingerprint, encoding, ...tableOf(rows) };
};
