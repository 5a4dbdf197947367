import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '#domain/contract/client.ts';
import { csvFileName } from '#domain/customers/customer.rules.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { useCurrentUser } from '../../entities/profile/current-user.ts';
import { toastError, toastSuccess } from '../../ui/toasts.tsx';
import { type ExportProgress, exportCustomers } from './export-customers.ts';

const download = (file: Blob, name: string) => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** Exports what matches and hands the file to the browser. Leaving the page cancels it. */
export const useExport = () => {
  const call = useApi();
  const { time_zone: timeZone } = useCurrentUser().funeral_home_details;
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<ExportProgress>();
  useEffect(() => () => running.current?.abort(), []);

  const start = async (search: string) => {
    const run = new AbortController();
    running.current = run;
    setProgress({ done: 0, total: null });
    try {
      const { file, rows } = await exportCustomers(call, {
        search,
        timeZone,
        signal: run.signal,
        onProgress: setProgress,
      });
      download(file, csvFileName(todayIn(timeZone, new Date())));
      toastSuccess(`Exported ${rows.toLocaleString('en-US')} ${rows === 1 ? 'customer' : 'customers'}`);
    } catch (error) {
      const ended = error instanceof ApiError && error.status === 401;
      if (!run.signal.aborted && !ended) toastError(`Export failed: ${messageOf(error)}`);
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, start, cancel: () => running.current?.abort() };
};
