import { writeXlsxStream } from 'hucre/xlsx';

/** What XML cannot hold: a workbook with one of these does not open. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
/** What spreadsheets read as the letter of that number, as they write those that XML cannot hold. */
const likeEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g;

const cellOf = (cell: string | number): string | number =>
  typeof cell === 'string' ? cell.replace(notInXml, '').replace(likeEscaped, '_x005F_') : cell;

async function* cellsOf(rows: AsyncIterable<(string | number)[]> | Iterable<(string | number)[]>) {
  for await (const row of rows) yield row.map(cellOf);
}

/**
 * A workbook of one sheet, of rows of texts and numbers as they come: the one file that knows the library. Texts stay texts,
 * whatever a spreadsheet could take them for; memory does not grow with the rows but by the file itself.
 */
export const workbookOf = async (
  sheet: string,
  rows: AsyncIterable<(string | number)[]> | Iterable<(string | number)[]>,
): Promise<Uint8Array> =>
  new Uint8Array(await new Response(writeXlsxStream(cellsOf(rows), { name: sheet })).arrayBuffer());
