import { type FileTable, type HeadingChoice, readTable } from '#domain/imports/file-table.ts';

/** Chosen files by import: too large for an address or a cache. */
export const pendingTables = new Map<string, FileTable>();

export const tableTypes = '.csv,.txt,.tsv,text/csv';

/** Reads a file in the browser: unmatched columns never leave it. */
export const readFile = async (file: File, headings?: HeadingChoice): Promise<FileTable> => {
  const { default: papaparse } = await import('papaparse');
  return readTable(file, (csv, delimiter) => papaparse.parse<string[]>(csv, { delimiter }).data, headings);
};
