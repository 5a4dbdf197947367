import writeWorkbook from 'write-excel-file/universal';

/** Spreadsheets read this as an escaped character. */
const likeEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g;

const cellOf = (cell: string | number): string | number =>
  typeof cell === 'string' ? cell.replace(likeEscaped, '_x005F_') : cell;

/** Returns a workbook of one sheet, in which all texts stay texts, without characters that XML cannot contain. */
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
