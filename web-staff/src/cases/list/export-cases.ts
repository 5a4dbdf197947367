import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import {
  caseCsvHeader,
  caseCsvRow,
  caseFileName,
  exportCells,
  exportTitles,
  type exportTypes,
} from '#domain/cases/case-export.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { iteratePages } from '../../api/every-page.ts';
import type { Exported, ExportRun } from '../../ui/export/use-export.ts';

type ExportQuery = Omit<NonNullable<CallInput<typeof caseEndpoints.exportRows>['query']>, 'cursor'>;
type Rows = AsyncIterable<readonly CaseRow[]>;

interface ExportOptions extends ExportRun {
  format: keyof typeof exportTypes;
  /** The filters in force: everything that matches is exported, whatever page is shown. */
  query: ExportQuery;
  /** Of the days in the file and in its name. */
  timeZone: string;
}

/** Spreadsheets take a file for UTF-8 only with this mark, and names have accents. */
const byteOrderMark = '\uFEFF';

/** Finished parts lie outside the script's memory. */
const csvOf = async (pages: Rows, timeZone: string): Promise<Blob> => {
  const parts: Blob[] = [new Blob([byteOrderMark, caseCsvHeader()])];
  for await (const rows of pages) parts.push(new Blob([rows.map((row) => caseCsvRow(row, timeZone)).join('')]));
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
};

/** Texts stay texts, whatever a spreadsheet could take them for. */
const workbookOf = async (pages: Rows, timeZone: string): Promise<Blob> => {
  const { default: writeWorkbook } = await import('write-excel-file/universal');
  const lines: string[][] = [[...exportTitles]];
  for await (const rows of pages) for (const row of rows) lines.push(exportCells(row, timeZone));
  return writeWorkbook(lines, { sheet: 'Cases' }).toBlob();
};

/** Every case that matches as one file. Rejects with the signal's reason when it is cancelled. */
export const exportCases = async (
  call: Call,
  { format, query, timeZone, signal, onProgress, onAgain }: ExportOptions,
): Promise<Exported> => {
  let done = 0;
  const ask = (cursor: { cursor?: string }) =>
    call(caseEndpoints.exportRows, { query: { ...query, ...cursor } }, { signal });
  async function* pages() {
    for await (const { rows } of iteratePages(ask, signal, onAgain)) {
      yield rows;
      done += rows.length;
      onProgress({ done, total: null });
    }
  }
  const file = await (format === 'csv' ? csvOf(pages(), timeZone) : workbookOf(pages(), timeZone));
  return {
    file,
    name: caseFileName(todayIn(timeZone, new Date()), format),
    holds: `${done.toLocaleString('en-US')} ${done === 1 ? 'case' : 'cases'}`,
  };
};
