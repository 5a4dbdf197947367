import { writeXlsxStream } from 'hucre/xlsx';

/**
 * A workbook of one sheet, of rows of texts and numbers as they come: the one file that knows the library. Texts stay texts,
 * whatever a spreadsheet could take them for; memory does not grow with the rows but by the file itself.
 */
export const workbookOf = async (
  sheet: string,
  rows: AsyncIterable<(string | number)[]> | Iterable<(string | number)[]>,
): Promise<Uint8Array> => new Uint8Array(await new Response(writeXlsxStream(rows, { name: sheet })).arrayBuffer());
