import { decoded, FileProblem, type FileTable, type HeadingChoice, tableOf } from './file-table.ts';

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
  if (text.includes('\u0000')) throw new FileProblem('This is not a table. Export it as CSV, and choose that file.');
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
    throw new FileProblem('The file is larger than 50 MB. Split it, and import one part after the other.');
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
