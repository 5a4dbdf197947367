import { Button } from '@mantine/core';
import { Fragment } from 'react';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { kindOf, nameOf } from '#domain/calendar/event-text.ts';
import { paths } from '../paths.ts';
import { Queue, QueueDay, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import classes from './calendar.module.css';
import { dayName } from './calendar-range.ts';
import { timeOf } from './event-text.ts';
import { useHomeTones } from './event-tone.ts';

interface RowsProps {
  /** What is needed twice, by the events that need it. */
  clashing: ReadonlyMap<string, string>;
  /** It stands beside a grid: narrow, and without buttons, as events are moved there. */
  isBeside: boolean;
  onMove: ((event: CalendarEvent) => void) | undefined;
}

interface AgendaProps extends RowsProps {
  events: readonly CalendarEvent[];
  today: string;
}

const AgendaRow = ({ event, clashing, isBeside, onMove }: RowsProps & { event: CalendarEvent }) => {
  const edge = { borderInlineStartColor: useHomeTones()(event.funeral_home_id) };
  const what = [kindOf(event), event.place || (event.kind === 'service' && 'No location yet')];
  return (
    <QueueRow
      to={paths.case(event.case_id)}
      leads
      state={
        !isBeside && (
          <span className={classes.time} style={edge}>
            {timeOf(event)}
          </span>
        )
      }
      name={nameOf(event)}
      lines={[
        <span key="what" className={isBeside ? classes.beside : undefined} style={edge}>
          {[isBeside && timeOf(event), ...what].filter(Boolean).join(' · ')}
        </span>,
        <>
          {event.funeral_home_name}
          {clashing.has(event.id) && <span className={classes.clash}> · Needed twice: {clashing.get(event.id)}</span>}
        </>,
      ]}
      actions={
        onMove &&
        !isBeside && (
          <Button
            variant="default"
            className={classes.move}
            onClick={() => onMove(event)}
            aria-label={`Move: ${nameOf(event)}, ${kindOf(event)}`}
          >
            Move
          </Button>
        )
      }
    />
  );
};

/** The days one under the other: what can be read from the first to the last, also by ear and on a phone. */
export const Agenda = ({ events, today, ...rows }: AgendaProps) => (
  <Queue title="Agenda" count={events.length}>
    {events.length === 0 ? (
      <p className={classes.quiet}>Nothing stands in these days.</p>
    ) : (
      <QueueRows label="Agenda">
        {[...new Set(events.map(({ date }) => date))].map((day) => (
          <Fragment key={day}>
            <QueueDay>{dayName(day, today)}</QueueDay>
            {events
              .filter(({ date }) => date === day)
              .map((event) => (
                <AgendaRow key={event.id} event={event} {...rows} />
              ))}
          </Fragment>
        ))}
      </QueueRows>
    )}
  </Queue>
);
