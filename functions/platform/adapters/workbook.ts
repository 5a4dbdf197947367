import writeWorkbook from 'write-excel-file/universal';

/** What spreadsheets read as the letter of that number, as they write those that XML cannot hold. */
const likeEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g;

const cellOf = (cell: string | number): string | number =>
  typeof cell === 'string' ? cell.replace(likeEscaped, '_x005F_') : cell;

/**
 * A workbook of one sheet, of rows of texts and numbers. Texts stay texts, whatever a spreadsheet could take them for;
 * what XML cannot hold is left out.
 */
export const workbookOf = async (
  sheet: string,
  rows: readonly (readonly (string | number)[])[],
): Promise<Uint8Array> => {
  const file = await writeWorkbook(
    rows.map((row) => row.map(cellOf)),
    { sheet },
  ).toBlob();
  return new Uint8Array(await file.arrayBuffer());
};
