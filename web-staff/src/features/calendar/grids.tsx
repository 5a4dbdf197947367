import '@mantine/core/styles/ScrollArea.css';
import '@mantine/schedule/styles.css';
import { DayView, MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { kindOf } from '#domain/calendar/event-words.ts';
import type { Destination } from '../../entities/calendar/mutations.ts';
import classes from './calendar.module.css';
import { type CalendarView, weekdayOf } from './calendar-range.ts';
import { initialsOf } from './event-text.ts';
import { useHomeTones } from './event-tone.ts';
import { destinationOf, gridEvent, hoursOf, untimedRows } from './grid-events.ts';
import { draggedCase } from './undated-tray.tsx';

interface GridsProps {
  view: Exclude<CalendarView, 'agenda'>;
  date: string;
  events: readonly CalendarEvent[];
  clashing: ReadonlyMap<string, string>;
  /** There is more than one home to tell apart. */
  hasHomes: boolean;
  onOpen: (event: CalendarEvent) => void;
  onDay: (date: string) => void;
  /** Absent for those who may change nothing. */
  onDrop: ((event: CalendarEvent, to: Destination) => void) | undefined;
  onDropCase: (caseId: string, to: Destination) => void;
}

const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const slotLabel = (slot: string): string => hour.format(new Date(`${slot.replace(' ', 'T')}Z`));
const dayLabel = (day: string): string => weekday.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
const labels = { allDay: 'No time' };
/** So many rows without a time the week has room for by itself; it shows those below them only under a mouse. */
const usualRows = 2;

/** The days above a week are called what is read on them, and not 'Weekday 2026-11-26', which nobody could say to them. */
const useDayNames = () => {
  const grid = useRef<HTMLDivElement>(null);
  // After each drawing: the view names its days by itself, and takes no other name.
  useLayoutEffect(() => {
    for (const day of grid.current?.querySelectorAll('.mantine-WeekView-weekViewDayLabel') ?? [])
      day.removeAttribute('aria-label');
  });
  return grid;
};

const eventOf = (drawn: ScheduleEventData): CalendarEvent => drawn.payload?.event as CalendarEvent;

/** Day, week or month as a grid. The agenda beside it says the same in the order of time. */
export const Grids = ({ view, date, events, clashing, hasHomes, onOpen, onDay, onDrop, onDropCase }: GridsProps) => {
  const toneOf = useHomeTones();
  const grid = useDayNames();
  const body = (drawn: ScheduleEventData) => {
    const event = eventOf(drawn);
    const home = hasHomes ? [initialsOf(event.funeral_home_name)] : [];
    return (
      <span className={classes.event} data-clash={clashing.has(event.id) || undefined}>
        <strong>{drawn.title}</strong>
        {view !== 'month' && <span>{[...home, kindOf(event), event.place].filter(Boolean).join(' · ')}</span>}
      </span>
    );
  };
  const common = {
    date,
    events: events.map((event) => gridEvent(event, toneOf(event.funeral_home_id))),
    withHeader: false,
    renderEventBody: body,
    onEventClick: (drawn: ScheduleEventData) => onOpen(eventOf(drawn)),
    withEventsDragAndDrop: onDrop !== undefined,
    onEventDrop: ({ event, newStart }: { event: ScheduleEventData; newStart: string }) => {
      const moved = eventOf(event);
      const to = destinationOf(newStart);
      // A month has days alone: the time stays.
      onDrop?.(moved, view === 'month' ? { ...to, time: moved.time } : to);
    },
    onExternalEventDrop: (dropped: DataTransfer, at: string) => {
      const id = dropped.getData(draggedCase);
      if (id && onDrop) onDropCase(id, destinationOf(at));
    },
    labels,
    radius: 'sm',
    locale: 'en',
  } as const;
  if (view === 'month')
    return (
      <MonthView
        {...common}
        firstDayOfWeek={0}
        weekendDays={[]}
        weekdayFormat={dayLabel}
        maxEventsPerDay={3}
        onDayClick={(day) => onDay(day.slice(0, 10))}
      />
    );
  const timed = { ...common, ...hoursOf(events), slotLabelFormat: slotLabel, withCurrentTimeBubble: false } as const;
  if (view === 'day') return <DayView {...timed} slotHeight="4rem" />;
  const rows = { '--rows-below': Math.max(0, untimedRows(events) - usualRows) } as CSSProperties;
  return (
    <div ref={grid} className={classes.week} style={rows}>
      <WeekView
        {...timed}
        firstDayOfWeek={weekdayOf(date) as 0 | 1 | 2 | 3 | 4 | 5 | 6}
        weekdayFormat={dayLabel}
        weekendDays={[]}
        withWeekNumber={false}
        highlightToday
        slotHeight="4rem"
        onDateChange={(day) => onDay(day.slice(0, 10))}
      />
    </div>
  );
};
