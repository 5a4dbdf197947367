import { Button } from '@mantine/core';
import type { Import } from '#domain/imports/import.schema.ts';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { SettingsCard } from '../ui/page/settings-card.tsx';
import { counted } from './import-text.ts';
import classes from './imports.module.css';
import { UndoButton } from './undo-button.tsx';

const titleOf = ({ kind, state }: Import): string => {
  if (state === 'receiving') return 'Sending the lines';
  if (state === 'looking') return 'Looking at the lines';
  return state === 'undoing' ? `Taking ${kind} back` : `Importing ${kind}`;
};

const doneOf = ({ state, received, looked, gone_through, line_count }: Import): number => {
  if (state === 'receiving' && received < line_count) return received;
  return state === 'receiving' || state === 'looking' ? looked : gone_through;
};

interface WorkingCardProps {
  one: Import;
  /** This page is at work on it; else it stopped, or another page is. */
  busy: boolean;
  onGoOn: () => void;
  onUndo: () => void;
}

/** How far an import is, while it is worked on, and where it stopped. */
export const ImportProgressCard = ({ one, busy, onGoOn, onUndo }: WorkingCardProps) => {
  const { state, line_count } = one;
  const done = doneOf(one);
  const title = titleOf(one);
  return (
    <SettingsCard
      title={title}
      actions={
        !busy && (
          <>
            <Button onClick={onGoOn}>Go on</Button>
            {state === 'running' && <UndoButton one={one} onUndo={onUndo} />}
          </>
        )
      }
    >
      <ProgressBar label={title} percent={Math.floor((done / line_count) * 100)} />
      <p className={classes.text} role="status">
        {done.toLocaleString('en-US')} of {counted(line_count, 'line')}.
      </p>
      <p className={classes.dim}>
        {busy
          ? 'Leave this page open. If it is closed, nothing is lost: it goes on from here when you come back.'
          : 'It stopped here. Nothing is lost.'}
      </p>
    </SettingsCard>
  );
};
