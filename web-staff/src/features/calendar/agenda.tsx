import { Button } from '@mantine/core';
import { Fragment } from 'react';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { paths } from '../../paths.ts';
import { Queue, QueueDay, QueueRow, QueueRows } from '../../ui/queue.tsx';
import classes from './calendar.module.css';
import { dayName } from './calendar-range.ts';
import { kindOf, nameOf, timeOf } from './event-text.ts';
import { useHomeTones } from './event-tone.ts';

interface AgendaProps {
  title: string;
  events: readonly CalendarEvent[];
  clashing: ReadonlySet<string>;
  today: string;
  onMove: ((event: CalendarEvent) => void) | undefined;
}

/** The days one under the other: what can be read from the first to the last, also by ear and on a phone. */
export const Agenda = ({ title, events, clashing, today, onMove }: AgendaProps) => {
  const toneOf = useHomeTones();
  const days = [...new Set(events.map(({ date }) => date))];
  return (
    <Queue title={title} count={events.length}>
      {events.length === 0 ? (
        <p className={classes.quiet}>Nothing stands in these days.</p>
      ) : (
        <QueueRows label={title}>
          {days.map((day) => (
            <Fragment key={day}>
              <QueueDay>{dayName(day, today)}</QueueDay>
              {events
                .filter(({ date }) => date === day)
                .map((event) => (
                  <QueueRow
                    key={event.id}
                    to={paths.case(event.case_id)}
                    state={
                      <span className={classes.time} style={{ borderInlineStartColor: toneOf(event.funeral_home_id) }}>
                        {timeOf(event)}
                      </span>
                    }
                    name={nameOf(event)}
                    lines={[
                      [kindOf(event), event.place || (event.kind === 'service' && 'No location yet')]
                        .filter(Boolean)
                        .join(' · '),
                      <>
                        {event.funeral_home_name}
                        {clashing.has(event.id) && <span className={classes.clash}> · Place needed twice</span>}
                      </>,
                    ]}
                    actions={
                      onMove && (
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
                ))}
            </Fragment>
          ))}
        </QueueRows>
      )}
    </Queue>
  );
};
