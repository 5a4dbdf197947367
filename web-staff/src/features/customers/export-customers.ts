import { ApiError, type Call } from '#domain/contract/client.ts';
import type { CallInput, CallOutput } from '#domain/contract/endpoint.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { csvHeader, csvRow } from '#domain/customers/customer.rules.ts';

type ExportQuery = NonNullable<CallInput<typeof customerEndpoints.export>['query']>;
type ExportPage = CallOutput<typeof customerEndpoints.export>;

/** A page that did not come is asked for again after so many seconds; the last ones outlast a rate limit of a minute. */
const waitSeconds = [1, 2, 5, 15, 45];

/** Spreadsheets take a file for UTF-8 only with this mark, and names have accents. */
const byteOrderMark = '\uFEFF';

export interface ExportProgress {
  done: number;
  /** Null while nobody knows, as for a search. */
  total: number | null;
}

interface ExportOptions {
  search: string;
  /** Of the dates of creation. */
  timeZone: string;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
}

const passes = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });

const persistently = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (const seconds of waitSeconds) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!passes(error)) throw error;
    }
    await pause(seconds, signal);
  }
  return ask();
};

/**
 * The CSV of every customer that matches, made page by page: the browser keeps finished parts outside the script's
 * memory. Rejects with the signal's reason when it is cancelled.
 */
export const exportCustomers = async (call: Call, options: ExportOptions): Promise<{ file: Blob; rows: number }> => {
  const { search, timeZone, signal, onProgress } = options;
  const parts: Blob[] = [new Blob([byteOrderMark, csvHeader()])];
  let done = 0;
  let cursor: string | null = null;
  do {
    const query: ExportQuery = { ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) };
    const page: ExportPage = await persistently(() => call(customerEndpoints.export, { query }, { signal }), signal);
    parts.push(new Blob([page.rows.map((row) => csvRow(row, timeZone)).join('')]));
    done += page.rows.length;
    cursor = page.next_cursor;
    onProgress({ done, total: page.count });
  } while (cursor !== null);
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows: done };
};
