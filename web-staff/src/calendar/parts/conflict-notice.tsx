import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { DayConflict, DayEvent } from '#domain/calendar/day.schema.ts';
import { fullTitle } from '#domain/calendar/day-events.ts';
import { DialogOpener } from '../../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { useSentForm } from '../../ui/fields/use-values-form.ts';
import { useChangeEvent } from '../mutations.ts';
import classes from './day.module.css';
import { conflictText, sentNeed, withFree } from './day-text.ts';

interface ConflictProps {
  conflict: DayConflict;
  /** Takes the free resource. */
  event: DayEvent;
  mayChange: boolean;
}

type ConflictNoticeProps = Omit<ConflictProps, 'event'> & { events: readonly DayEvent[] };

/** A conflict of two events with the one step that solves it, where its event is not shown. */
export const ConflictNotice = ({ conflict, events, mayChange }: ConflictNoticeProps) => {
  const event = events.find(({ id }) => conflict.event_ids.includes(id));
  if (!event) return null;
  return (
    <Notice tone={conflict.reason ? 'info' : 'warning'} title={fullTitle(event)}>
      <ConflictWords conflict={conflict} />
      {mayChange && !conflict.reason && <Steps event={event} conflict={conflict} variant="filled" />}
    </Notice>
  );
};

/** The same within the event in its list. */
export const ConflictLine = ({ conflict, event, mayChange }: ConflictProps) => (
  <div className={classes.conflict} data-kept={conflict.reason !== ''}>
    <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
    <span>
      <ConflictWords conflict={conflict} />
    </span>
    {mayChange && !conflict.reason && <Steps event={event} conflict={conflict} variant="default" />}
  </div>
);

const ConflictWords = ({ conflict }: Pick<ConflictProps, 'conflict'>) => (
  <>
    {conflictText(conflict)} {conflict.reason && `Kept: ${conflict.reason}`}
  </>
);

type StepsProps = Pick<ConflictProps, 'conflict' | 'event'> & { variant: 'filled' | 'default' };

const Steps = ({ conflict, event, variant }: StepsProps) => {
  const change = useChangeEvent(event.case);
  const [free] = conflict.free;
  const taking = useMutation({
    mutationFn: () => change(event, { needs: event.needs.map((need) => sentNeed(withFree(need, conflict))) }),
    onSuccess: () => toastSuccess(`${free?.name} is now used`),
    onError: toastFailure,
  });
  return (
    <Group gap="xs" mt="xs">
      {free && (
        <Button variant={variant} loading={taking.isPending} onClick={() => taking.mutate()}>
          Use {free.name}
        </Button>
      )}
      <DialogOpener
        variant={variant === 'filled' || !free ? 'default' : 'subtle'}
        dialog={(close) => <KeepDialog event={event} onClose={close} />}
      >
        Keep, with a reason
      </DialogOpener>
    </Group>
  );
};

const reasonField = { name: 'reason', label: 'Why', kind: 'text', maxLength: 200, isFirst: true, requiredIf: true };

const KeepDialog = ({ event, onClose }: { event: DayEvent; onClose: () => void }) => {
  const change = useChangeEvent(event.case);
  const { form, ...sent } = useSentForm({
    start: { reason: '' },
    judge: ({ reason }): Record<string, string[]> => (reason.trim() ? {} : { reason: ['Say why it can stay'] }),
    send: ({ reason }) => change(event, { conflict_reason: reason.trim() }),
    onDone: onClose,
  });
  return (
    <FormDialog title="Keep, with a reason" submit="Keep" {...sent} onClose={onClose}>
      <FormFields form={form} fields={[reasonField]} />
    </FormDialog>
  );
};
