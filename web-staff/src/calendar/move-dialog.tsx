import { Anchor, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { kindOf, nameOf } from '#domain/calendar/calendar-events.ts';
import { caseEventEndpoints } from '#domain/calendar/day.endpoints.ts';
import { readOnlyReason } from '#domain/cases/case-lifecycle.ts';
import { conflictOf, messageOf } from '#domain/shared/contract/client.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { clockNotes, clockTime } from '#domain/shared/values/date-time.ts';
import { useClockAt } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastFailure, toastUndoable } from '../ui/feedback/toasts.tsx';
import { TimeInput } from '../ui/fields/field-input.tsx';
import { DateInput } from '../ui/fields/typed-controls.tsx';
import { dayAndTime } from './event-text.ts';
import { type Destination, useMoveEvent } from './mutations.ts';
import { conflictText } from './parts/day-text.ts';
import { MovingAlong, ServiceConflictHints, useMovingAlong } from './parts/move-hints.tsx';

interface MoveDialogProps {
  event: CalendarEvent;
  /** The drop target; the current time if it was not dragged. */
  to: Destination;
  onClose: () => void;
}

const spoken = ({ date, time }: Destination): string => dayAndTime(date, time) || 'no date';

/** Asks before a move, because the family, cemetery and church expect the old time. */
export const MoveDialog = ({ event, to, onClose }: MoveDialogProps) => {
  const [date, setDate] = useState(to.date);
  const [time, setTime] = useState(to.time);
  const [tried, setTried] = useState(false);
  const [reason, setReason] = useState('');
  const move = useMoveEvent();
  const readOnly = readOnlyReason(event.status);
  // A user who only reads cases opens an event to see its details.
  const mayMove = useCan()('case:edit') && !readOnly;
  const clock = useClockAt(event.funeral_home_id);
  const isDay = isCalendarDate(date);
  const moving = useMovingAlong(event, mayMove && event.date ? event.case_id : undefined);
  const conflicts = conflictOf(caseEventEndpoints.update, move.error)?.conflicts;
  const isMoved = date !== event.date || time !== event.time;
  const timeError = time === '' ? undefined : clockTime.safeParse(time).error?.issues[0]?.message;
  const submit = () => {
    setTried(true);
    if (!isDay || timeError || move.isPending || !mayMove) return;
    const back: Destination = { date: event.date, time: event.time };
    const along = isMoved ? moving.chosen : [];
    move.mutate(
      { event, to: { date, time }, along, reason: reason.trim() },
      {
        onSuccess: () => {
          const moved = { ...event, date, time };
          const message = `${nameOf(event)}: ${spoken({ date, time })}`;
          // By then the dialog is unmounted with its own callbacks.
          toastUndoable(message, () =>
            move.mutateAsync({ event: moved, to: back, along, reason: 'Moved back' }).catch(toastFailure),
          );
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={`${kindOf(event)}: ${nameOf(event)}`}
      submit={mayMove ? (event.date ? 'Move' : 'Set date') : undefined}
      back={mayMove ? 'Cancel' : 'Close'}
      busy={move.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        {event.date ? `Now ${spoken(event)}` : 'No date set'}
        {event.place && ` at ${event.place}`}.
        {mayMove && ' No one is notified automatically. Call the family and anyone else involved.'}
      </Text>
      {readOnly && <Notice tone="warning">{readOnly}</Notice>}
      {mayMove && (
        <>
          <DateInput
            label="Date"
            value={date}
            onChange={setDate}
            error={tried && !isDay ? 'Enter a date' : undefined}
          />
          <TimeInput
            label="Time (optional)"
            description={clock && clockNotes({ date, time }, { time: 'date' }, clock).time}
            value={time}
            onChange={setTime}
            daytime
            error={tried ? timeError : undefined}
          />
          <ServiceConflictHints own={{ ...event, date, time }} />
          {isMoved && isDay && <MovingAlong {...moving} />}
        </>
      )}
      {conflicts?.map((conflict) => (
        <Notice key={conflict.name + conflict.with + conflict.date} tone="problem">
          {conflictText(conflict)}
        </Notice>
      ))}
      {conflicts && (
        <TextInput
          label="Keep, with a reason"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {move.isError && !conflicts && <Notice tone="problem">{messageOf(move.error)}</Notice>}
      <Anchor component={Link} to={paths.case(event.case_id)}>
        Open the case {event.case_number}
      </Anchor>
    </FormDialog>
  );
};
