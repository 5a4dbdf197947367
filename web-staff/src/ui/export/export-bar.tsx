import { Button } from '@mantine/core';
import { BarActions, ListBar } from '../lists/list-bar.tsx';
import classes from './export-bar.module.css';
import type { useExport } from './use-export.ts';

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
