import { Anchor, Button } from '@mantine/core';
import { IconMapPin, IconTruck } from '@tabler/icons-react';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { toastFailure, toastUndoable } from '../../ui/feedback/toasts.tsx';
import { useRecordRemoval } from '../mutations.ts';

interface RemovalStepsProps {
  removal: Pick<FirstCallRow, 'id' | 'removal_left_at'>;
  /** Names the buttons for screen readers. */
  name: string;
  /** The next step is the one filled button of the page. */
  filled: boolean;
}

/** Records that the removal team left and arrived; each can be undone. */
export const RemovalSteps = ({ removal: { id, removal_left_at: left }, name, filled }: RemovalStepsProps) => {
  const removal = useRecordRemoval(id);
  const record = (step: 'left' | 'arrived') =>
    void removal
      .mutateAsync({ step })
      .then(
        () =>
          toastUndoable(
            step === 'left' ? 'Departure recorded' : 'Arrival recorded',
            () => void removal.mutateAsync({ step, undo: true }).catch(toastFailure),
          ),
        toastFailure,
      );
  return (
    <>
      {!left && (
        <Button
          variant={filled ? 'filled' : 'default'}
          leftSection={<IconTruck size={18} stroke={1.6} aria-hidden />}
          loading={removal.isPending}
          onClick={() => record('left')}
          aria-label={`En route: ${name}`}
        >
          En route
        </Button>
      )}
      <Button
        variant={filled && left ? 'filled' : 'default'}
        disabled={removal.isPending}
        onClick={() => record('arrived')}
        aria-label={`Arrived: ${name}`}
      >
        Arrived
      </Button>
    </>
  );
};

const mapHref = (place: string): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;

export const MapLink = ({ place }: { place: string }) => (
  <Anchor href={mapHref(place)} target="_blank" rel="noreferrer" inherit underline="never">
    <IconMapPin size={14} stroke={1.6} aria-hidden /> <u>Map</u>
  </Anchor>
);
