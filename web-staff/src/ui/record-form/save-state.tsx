import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconCloudOff, IconLoader2, IconPencil } from '@tabler/icons-react';
import { toastError } from '../feedback/toasts.tsx';
import classes from './save-state.module.css';
import type { AutosaveState } from './use-autosave.ts';

const icons = {
  saved: IconCheck,
  unsaved: IconPencil,
  saving: IconLoader2,
  offline: IconCloudOff,
  waiting: IconClock,
  invalid: IconAlertTriangle,
  failed: IconAlertTriangle,
} as const;

interface SaveStateProps {
  states: Readonly<Record<string, AutosaveState>>;
  savedAt: Date | undefined;
  timeZone: string;
  /** Reopens the choice after a conflict that was postponed. */
  onChoose?: (() => void) | undefined;
}

/** The most urgent state is shown. */
const order: readonly AutosaveState[] = ['failed', 'invalid', 'offline', 'waiting', 'saving', 'unsaved', 'saved'];

export const SaveState = ({ states, savedAt, timeZone, onChoose }: SaveStateProps) => {
  const all = Object.values(states);
  const state = order.find((candidate) => all.includes(candidate));
  if (!state) return <span role="status" />;
  const Icon = icons[state];
  const time = savedAt?.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  const words: Record<AutosaveState, string> = {
    saved: time ? `Saved ${time}` : 'Saved',
    unsaved: 'Not saved yet',
    saving: 'Saving…',
    offline: 'Offline. Your changes will be saved when you are back online.',
    waiting: 'Not saved yet. Retrying…',
    invalid: 'Not saved. Check the marked fields.',
    failed: onChoose
      ? 'Conflict: someone else changed this too'
      : 'Not saved. Your changes are kept here and will be saved with your next change.',
  };
  return (
    <span role="status" className={classes.state} data-state={state}>
      <Icon size={16} stroke={1.8} aria-hidden />
      <span>{words[state]}</span>
      {state === 'failed' && onChoose && (
        <Button variant="subtle" size="compact-sm" onClick={onChoose}>
          Choose what to keep
        </Button>
      )}
    </span>
  );
};

/** The action would discard input in these sections. */
export const toastUnsaved = (parts: readonly string[]): void =>
  toastError(
    `Your changes in ${parts.join(' and ')} are not saved. Fix the marked fields or wait for the connection, then try again.`,
  );
