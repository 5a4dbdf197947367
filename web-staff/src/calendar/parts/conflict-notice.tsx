import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DayConflict, DayEvent } from '#domain/calendar/day.schema.ts';
import { DialogOpener } from '../../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { useSentForm } from '../../ui/fields/use-values-form.ts';
import { useChangeEvent } from '../mutations.ts';
import { conflictText, fullTitle, sentNeed, withFree } from './day-text.ts';

interface ConflictNoticeProps {
  conflict: DayConflict;
  /** Those that are shown; the first one of the conflict can take a free resource. */
  events: readonly DayEvent[];
  mayChange: boolean;
}

/** A conflict of two events with the one step that solves it. */
export const ConflictNotice = ({ conflict, events, mayChange }: ConflictNoticeProps) => {
  const event = events.find(({ id }) => conflict.event_ids.includes(id));
  const change = useChangeEvent(event?.case ?? null);
  const [free] = conflict.free;
  const taking = useMutation({
    mutationFn: (own: DayEvent) => change(own, { needs: own.needs.map((need) => sentNeed(withFree(need, conflict))) }),
    onSuccess: () => toastSuccess(`${free?.name} is now used`),
    onError: toastFailure,
  });
  if (!event) return null;
  return (
    <Notice tone={conflict.reason ? 'info' : 'warning'} title={fullTitle(event)}>
      {conflictText(conflict)} {conflict.reason && `Kept: ${conflict.reason}`}
      {mayChange && !conflict.reason && (
        <Group gap="xs" mt="xs">
          {free && (
            <Button loading={taking.isPending} onClick={() => taking.mutate(event)}>
              Use {free.name}
            </Button>
          )}
          <DialogOpener dialog={(close) => <KeepDialog event={event} onClose={close} />}>
            Keep, with a reason
          </DialogOpener>
        </Group>
      )}
    </Notice>
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
