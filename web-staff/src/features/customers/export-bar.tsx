import { Button } from '@mantine/core';
import classes from './customers-page.module.css';
import type { ExportProgress } from './export-customers.ts';

interface ExportBarProps {
  progress: ExportProgress;
  /** How many rows to expect where the export itself does not know. */
  expected: number | undefined;
  onCancel: () => void;
}

const progressText = (done: number, total: number | undefined): string => {
  const so = done.toLocaleString('en-US');
  return total === undefined
    ? `${so} customers exported`
    : `${so} of ${total.toLocaleString('en-US')} customers exported`;
};

export const ExportBar = ({ progress, expected, onCancel }: ExportBarProps) => {
  const { done } = progress;
  const total = progress.total ?? expected;
  return (
    <div className={classes.bar}>
      <div className={classes.progress}>
        <span>{progressText(done, total)}</span>
        <progress aria-label="Export" max={total} value={total === undefined ? undefined : Math.min(done, total)} />
      </div>
      <Button variant="default" size="compact-sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
};
