import { Button } from '@mantine/core';
import { BarActions, ListBar } from '../lists/list-bar.tsx';
import classes from './export-bar.module.css';
import type { ExportProgress } from './use-export.ts';

interface ExportBarProps {
  noun: string;
  progress: ExportProgress;
  /** Expected rows, if the export itself does not know. */
  expected: number | undefined;
  onCancel: () => void;
}

const progressText = (noun: string, done: number, total: number | undefined): string => {
  const so = done.toLocaleString('en-US');
  return total === undefined ? `${so} ${noun} exported` : `${so} of ${total.toLocaleString('en-US')} ${noun} exported`;
};

export const ExportBar = ({ noun, progress, expected, onCancel }: ExportBarProps) => {
  const { done } = progress;
  const total = progress.total ?? expected;
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
        <Button variant="default" size="compact-sm" onClick={onCancel}>
          Cancel
        </Button>
      </BarActions>
    </ListBar>
  );
};
