import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { csvFileName, csvHeader, csvRow } from '#domain/customers/customer.rules.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { iteratePages } from '../api/every-page.ts';
import type { Exported, ExportRun } from '../ui/export/use-export.ts';

/** Spreadsheets take a file for UTF-8 only with this mark, and names have accents. */
const byteOrderMark = '\uFEFF';

interface ExportOptions extends ExportRun {
  search: string;
  /** Of the dates of creation. */
  timeZone: string;
}

/**
 * The CSV of every customer that matches, made page by page: the browser keeps finished parts outside the script's
 * memory. Rejects with the signal's reason when it is cancelled.
 */
export const exportCustomers = async (
  call: Call,
  { search, timeZone, signal, onProgress, onAgain }: ExportOptions,
): Promise<Exported> => {
  const parts: Blob[] = [new Blob([byteOrderMark, csvHeader()])];
  let done = 0;
  const ask = (cursor: { cursor?: string }) =>
    call(customerEndpoints.export, { query: { ...(search ? { search } : {}), ...cursor } }, { signal });
  for await (const page of iteratePages(ask, signal, onAgain)) {
    parts.push(new Blob([page.rows.map((row) => csvRow(row, timeZone)).join('')]));
    done += page.rows.length;
    onProgress({ done, total: page.count });
  }
  return {
    file: new Blob(parts, { type: 'text/csv;charset=utf-8' }),
    name: csvFileName(todayIn(timeZone, new Date())),
    holds: `${done.toLocaleString('en-US')} ${done === 1 ? 'customer' : 'customers'}`,
  };
};
