import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '#domain/shared/contract/client.ts';
import { download } from '../download.ts';
import { toastError, toastSuccess } from '../feedback/toasts.tsx';
import { BarActions, ListBar } from '../lists/list-bar.tsx';
import classes from './export-bar.module.css';

interface ExportBarProps {
  noun: string;
  exporting: ReturnType<typeof useExport>;
  /** The list on the page, whose number of rows is expected if the export itself does not know. */
  list: { count: number; count_is_exact?: boolean } | undefined;
}

const progressText = (noun: string, done: number, total: number | undefined): string => {
  const so = done.toLocaleString('en-US');
  return total === undefined ? `${so} ${noun} exported` : `${so} of ${total.toLocaleString('en-US')} ${noun} exported`;
};

export const ExportBar = ({ noun, exporting: { progress, cancel }, list }: ExportBarProps) => {
  if (!progress) return null;
  const { done } = progress;
  const total = progress.total ?? (list?.count_is_exact ? list.count : undefined);
  return (
    <ListBar>
      <div className={classes.progress}>
        <span>
          {progressText(noun, done, total)}
          {progress.isAgain && '. The server is not responding. Retrying…'}
        </span>
        <progress aria-label="Export" max={total} value={total === undefined ? undefined : Math.min(done, total)} />
      </div>
      <BarActions>
        <Button variant="default" size="compact-sm" onClick={cancel}>
          Cancel
        </Button>
      </BarActions>
    </ListBar>
  );
};

export interface ExportProgress {
  done: number;
  /** Null while unknown, as for a search. */
  total: number | null;
  isAgain?: boolean;
}

/** With its number of rows as text ('12 customers'). */
export interface Exported {
  file: Blob;
  name: string;
  holds: string;
}

export interface ExportRun {
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
  onAgain?: () => void;
}

/** Creates a file and downloads it. Leaving the page cancels it. */
export const useExport = () => {
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<ExportProgress>();
  useEffect(() => () => running.current?.abort(), []);

  const start = async (make: (run: ExportRun) => Promise<Exported>) => {
    const run = new AbortController();
    running.current = run;
    setProgress({ done: 0, total: null });
    try {
      const onAgain = () => setProgress((now) => now && { ...now, isAgain: true });
      const { file, name, holds } = await make({ signal: run.signal, onProgress: setProgress, onAgain });
      download(file, name);
      toastSuccess(`Exported ${holds}`);
    } catch (error) {
      const ended = error instanceof ApiError && error.status === 401;
      if (!run.signal.aborted && !ended) toastError(`Export failed: ${messageOf(error)}`);
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, start, cancel: () => running.current?.abort() };
};
