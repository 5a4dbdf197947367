import { mostLines } from '#domain/imports/import.schema.ts';
import { decoded, FileProblem, type FileTable, type HeadingChoice, tableOf } from './file-table.ts';

/** What a browser offers to choose from. */
export const tableTypes =
  '.csv,.txt,.tsv,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const largestFile = 50 * 1024 * 1024;
/** Of a sheet, with those that hold nothing. */
const mostRows = 2 * mostLines;

/** SHA-256 in hexadecimal. */
const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** A file that can be read sheet by sheet; a CSV file is one without a name. */
interface Sheets {
  names: readonly string[];
  rowsOf: (sheet: string | undefined) => Promise<string[][]>;
  encoding: string | undefined;
}

type ParseCsv = typeof import('hucre/csv').parseCsv;

/** The sign between values: the one that cuts the most lines into equally many values, because titles can hold signs as well. */
const delimiterOf = (text: string, parseCsv: ParseCsv): string => {
  const scores = [',', ';', '\t', '|'].map((delimiter) => {
    const counts = new Map<number, number>();
    for (const { length } of parseCsv(text.slice(0, 20_000), { delimiter }))
      if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    return { delimiter, score: Math.max(0, ...[...counts].map(([width, lines]) => lines * 1000 + width)) };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
};

const readCsv = async (bytes: Uint8Array): Promise<Sheets> => {
  const { text, encoding } = decoded(bytes);
  if (text.includes('\u0000'))
    throw new FileProblem('This is not a table. Export it as CSV or XLSX, and choose that file.');
  const { parseCsv } = await import('hucre/csv');
  // Excel writes a first line such as "sep=;" that names the sign between values.
  const separator = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(text);
  const delimiter = separator?.[1] ?? delimiterOf(text, parseCsv);
  const parsed = parseCsv(text.slice(separator?.[0].length), { delimiter });
  const rows = parsed.map((row) => row.map((value) => String(value ?? '')));
  return { names: [], rowsOf: async () => (separator ? [[], ...rows] : rows), encoding };
};

/** A time of day alone stands in a sheet as a part of the day before its first one. */
const dayZero = '1899-12-3';

/** A cell as its reader would type it: a day or a time for a date, no formula but what it came to. */
const cellText = (value: unknown): string => {
  if (!(value instanceof Date)) return String(value ?? '');
  const [day = '', time = ''] = value.toISOString().slice(0, 16).split('T');
  if (day.startsWith(dayZero)) return time;
  return time === '00:00' ? day : `${day} ${time}`;
};

type Hucre = Pick<typeof import('hucre/xlsx'), 'readXlsx' | 'streamXlsxRows'>;

const hasRows = async ({ streamXlsxRows }: Hucre, bytes: Uint8Array, sheet: string): Promise<boolean> => {
  for await (const { values } of streamXlsxRows(bytes, { sheet }))
    if (values.some((value) => cellText(value).trim())) return true;
  return false;
};

/** The sheets that can be seen and hold something, in their order. */
const sheetsOf = async (hucre: Hucre, bytes: Uint8Array): Promise<string[]> => {
  const visible: string[] = [];
  await hucre.readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) visible.push(name);
      return false;
    },
  });
  const sheets: string[] = [];
  for (const name of visible) if (visible.length === 1 || (await hasRows(hucre, bytes, name))) sheets.push(name);
  return sheets;
};

/** The rows of a sheet, no further than where it is refused for its length: a packed file may unpack to anything. */
const rowsOf = async ({ streamXlsxRows }: Hucre, bytes: Uint8Array, sheet: string | undefined): Promise<string[][]> => {
  const rows: string[][] = [];
  if (sheet === undefined) return rows;
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    // Rows that hold nothing are left out of the file, and count as lines all the same.
    if (Math.max(index, rows.length) >= mostRows)
      throw new FileProblem(
        `The sheet goes on below row ${mostRows.toLocaleString('en-US')}. Delete empty rows, or split it, and import one part after the other.`,
      );
    while (rows.length < index) rows.push([]);
    rows.push(values.map(cellText));
  }
  return rows;
};

const readXlsx = async (bytes: Uint8Array): Promise<Sheets> => {
  const hucre = await import('hucre/xlsx');
  const readable = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof FileProblem) throw error;
      throw new FileProblem('This workbook cannot be read. Open it, save its table as CSV, and choose that file.');
    }
  };
  return {
    names: await readable(sheetsOf(hucre, bytes)),
    rowsOf: (sheet) => readable(rowsOf(hucre, bytes, sheet)),
    encoding: undefined,
  };
};

const beginsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

const sheetsIn = (bytes: Uint8Array): Promise<Sheets> => {
  if (beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return readXlsx(bytes);
  if (beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new FileProblem(
      'This is an older Excel file, or one with a password. Save it as XLSX without one, or as CSV.',
    );
  return readCsv(bytes);
};

/** Which table of a file is read: the sheet of a name, the row of its headings, or the table of a fingerprint. */
export interface TableChoice {
  sheet?: string | undefined;
  headings?: HeadingChoice;
  fingerprint?: string;
}

/**
 * The table in a file that a person chose. It is read here, in the browser: what no column is matched to never
 * leaves it. Where no sheet is chosen it is the first visible one with a table, or with the table of this fingerprint.
 * Throws {@link FileProblem} in words.
 */
export const readTable = async (file: File, { sheet, headings, fingerprint }: TableChoice = {}): Promise<FileTable> => {
  if (file.size > largestFile)
    throw new FileProblem('The file is larger than 50 MB. Split it, and import one part after the other.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { names, rowsOf, encoding } = await sheetsIn(bytes);
  const digest = await digestOf(bytes);
  const read = async (name: string | undefined): Promise<FileTable> => {
    const table = tableOf(await rowsOf(name), headings);
    const own = await digestOf(new TextEncoder().encode([digest, name, table.headingRow].join(' ')));
    return { fileName: file.name, fingerprint: own, encoding, sheets: names, sheet: name, ...table };
  };
  let [other, problem]: [FileTable | undefined, unknown] = [undefined, undefined];
  for (const name of sheet ? [sheet] : names.length > 0 ? names : [undefined]) {
    try {
      const table = await read(name);
      if (fingerprint === undefined || table.fingerprint === fingerprint) return table;
      other ??= table;
    } catch (error) {
      problem ??= error;
    }
  }
  if (other) return other;
  throw problem;
};
