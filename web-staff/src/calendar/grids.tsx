import { useInterval } from '@mantine/hooks';
import { type CSSProperties, type DragEvent, useState } from 'react';
import { Link } from 'react-router';
import { conflictWindowMinutes } from '#domain/calendar/calendar-events.ts';
import { clockMinutes } from '#domain/calendar/day-events.ts';
import { minutesOf, momentIn } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { useIsPhone } from '../ui/page/use-screen-width.ts';
import { type CalendarView, daysIn, rangeOf, wholeDay } from './calendar-range.ts';
import { initialsOf, useEventMark, useHomeTones } from './event-text.ts';
import classes from './grids.module.css';
import type { Destination } from './mutations.ts';
import { isDraggable } from './other-events.ts';
import { hourText } from './parts/day-text.ts';
import { type Entry, gridNameOf, isArrival, isOther, keyOf, type Planned, whatOf } from './promised-arrivals.ts';
import { draggedCase } from './undated-tray.tsx';

const [earliest, latest] = [7, 20];
const quarter = 15;

/** Below it, the name of an event and its time are one line. */
const shortMinutes = 45;

/** Another service at its place within 90 minutes conflicts, if the end of neither is known. */
const drawnMinutes = (entry: Entry): number => {
  if (isArrival(entry) || !entry.end_time) return conflictWindowMinutes;
  const { date, end_date, end_time } = entry;
  return Math.max(2 * quarter, clockMinutes(entry, { date: end_date || date, time: end_time }));
};
const endOf = (entry: Entry): number => minutesOf(entry.time) + drawnMinutes(entry);

/** `from` is the first hour to show if no event begins earlier. */
export const hoursOf = (events: readonly Entry[], from = earliest): { first: number; last: number } => {
  const timed = events.filter(({ time }) => time !== '');
  const first = Math.min(from, ...timed.map(({ time }) => Math.floor(minutesOf(time) / 60)));
  const last = Math.max(latest, ...timed.map((entry) => Math.ceil(endOf(entry) / 60)));
  return { first, last: Math.min(last, 24) };
};

interface PlacedEvent {
  event: Entry;
  top: number;
  height: number;
  left: number;
  width: number;
}

export const placedEvents = (
  events: readonly Entry[],
  { first, last }: { first: number; last: number },
): PlacedEvent[] => {
  const minutes = (last - first) * 60;
  const timed = events
    .filter(({ time }) => time !== '')
    .map((event) => ({ event, start: minutesOf(event.time), end: endOf(event), lane: 0 }))
    .sort((a, b) => a.start - b.start);
  const clusters: (typeof timed)[] = [];
  for (const one of timed) {
    const cluster = clusters.at(-1);
    if (cluster?.some(({ end }) => one.start < end)) cluster.push(one);
    else clusters.push([one]);
  }
  return clusters.flatMap((cluster) => {
    const ends: number[] = [];
    for (const one of cluster) {
      const free = ends.findIndex((end) => end <= one.start);
      one.lane = free === -1 ? ends.length : free;
      ends[one.lane] = one.end;
    }
    return cluster.map(({ event, start, end, lane }) => {
      const from = start - first * 60;
      return {
        event,
        top: from / minutes,
        height: (Math.min(end - first * 60, minutes) - from) / minutes,
        left: lane / ends.length,
        width: 1 / ends.length,
      };
    });
  });
};

/** Returns how many events of a day are side by side, at most three. */
export const lanesOf = (events: readonly Entry[], hours: { first: number; last: number }): number =>
  Math.min(3, Math.max(1, ...placedEvents(events, hours).map(({ width }) => Math.round(1 / width))));

export const timeAt = (part: number, { first, last }: { first: number; last: number }): string => {
  const within = Math.min(Math.max(part, 0), 0.999) * (last - first) * 60;
  const minutes = first * 60 + Math.floor(within / quarter) * quarter;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};

interface GridsProps {
  view: Exclude<CalendarView, 'agenda'>;
  date: string;
  today: string;
  events: readonly Entry[];
  clashing: ReadonlyMap<string, string>;
  hasHomes: boolean;
  mayPlan: (event: Planned) => boolean;
  onOpen: (event: Planned) => void;
  onDay: (date: string) => void;
  /** Undefined for users who may not edit. */
  onDrop: ((event: Planned, to: Destination) => void) | undefined;
  onDropCase: (caseId: string, to: Destination) => void;
}

const draggedEvent = 'application/x-stillwater-event';
const maxOfMonth = 3;

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const dayLabel = (day: string): string => weekday.format(new Date(`${day}T00:00:00Z`));
const hoursFrom = ({ first, last }: { first: number; last: number }): number[] =>
  Array.from({ length: last - first }, (_, at) => first + at);
const percent = (part: number): string => `${part * 100}%`;

/** Read once for all events, because a day can have forty. */
type Grid = GridsProps & { tone: (homeId: string) => string; mark: (entry: Entry) => string };

interface EventButtonProps {
  event: Entry;
  style?: CSSProperties;
  grid: Grid;
}

const EventButton = ({ event, style, grid }: EventButtonProps) => {
  const home = grid.hasHomes ? [initialsOf(event.funeral_home_name)] : [];
  const tone = grid.tone(event.funeral_home_id);
  const look = {
    className: classes.event,
    style: { ...style, '--event-color': tone } as CSSProperties,
    'data-short': (style && drawnMinutes(event) < shortMinutes) || undefined,
  };
  const time = formatTime(event.time);
  const mark = grid.mark(event);
  const text = (
    <>
      <strong>{gridNameOf(event)}</strong>
      {time && <span className={classes.time}>{isArrival(event) && !style ? `By ${time}` : time}</span>}
      {mark && <span className={classes.mark}>{mark}</span>}
      {style && <span>{[...home, whatOf(event), event.place].filter(Boolean).join(' · ')}</span>}
    </>
  );
  if (isArrival(event))
    return (
      <Link {...look} to={event.to} draggable={false} data-arrival>
        {text}
      </Link>
    );
  if (isOther(event) && event.case !== null && !grid.mayPlan(event))
    return (
      <Link {...look} to={paths.case(event.case)} draggable={false}>
        {text}
      </Link>
    );
  return (
    <button
      type="button"
      {...look}
      data-clash={grid.clashing.has(event.id) || undefined}
      draggable={grid.mayPlan(event) && isDraggable(event)}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(draggedEvent, event.id)}
      onClick={() => grid.onOpen(event)}
    >
      {text}
    </button>
  );
};

const useDrop = (grid: Grid) => {
  const [over, setOver] = useState<Destination>();
  const { events, onDrop, onDropCase } = grid;
  /** `timeOf` returns the time at the drop position; in a month an event keeps its own time. */
  const dropOn = (date: string, timeOf: (event: DragEvent<HTMLElement>) => string) =>
    onDrop && {
      onDragOver: (drag: DragEvent<HTMLElement>) => {
        if (![draggedCase, draggedEvent].some((type) => drag.dataTransfer.types.includes(type))) return;
        drag.preventDefault();
        const time = timeOf(drag);
        if (over?.date !== date || over.time !== time) setOver({ date, time });
      },
      onDragLeave: () => setOver(undefined),
      onDrop: (drag: DragEvent<HTMLElement>) => {
        drag.preventDefault();
        setOver(undefined);
        const to = { date, time: timeOf(drag) };
        const caseId = drag.dataTransfer.getData(draggedCase);
        const moved = events.find(({ id }) => id === drag.dataTransfer.getData(draggedEvent));
        if (caseId) onDropCase(caseId, to);
        else if (moved && !isArrival(moved)) onDrop(moved, grid.view === 'month' ? { ...to, time: moved.time } : to);
      },
    };
  return { over, dropOn };
};

interface DayButtonProps {
  day: string;
  grid: Grid;
  label?: string;
  /** Shown instead of the events; the chosen day is then marked. */
  count?: number | undefined;
}

/** Without a weekday next to its number, its accessible name is the full date. */
const DayButton = ({ day, grid, label, count }: DayButtonProps) => (
  <button
    type="button"
    className={classes.day}
    aria-label={
      label ? undefined : [wholeDay(day), count !== undefined && `${count} planned`].filter(Boolean).join(', ')
    }
    aria-current={day === grid.today ? 'date' : undefined}
    aria-pressed={count === undefined ? undefined : day === grid.date}
    onClick={() => grid.onDay(day)}
  >
    {label} <span>{Number(day.slice(8))}</span>
    {count !== undefined && count > 0 && <i className={classes.count}>{count}</i>}
  </button>
);

const Hours = ({ grid, days }: { grid: Grid; days: readonly string[] }) => {
  const { over, dropOn } = useDrop(grid);
  const { time_zone } = useCurrentUser().funeral_home_details;
  const [now, setNow] = useState(() => momentIn(time_zone, new Date()));
  useInterval(() => setNow(momentIn(time_zone, new Date())), 60_000, { autoInvoke: true });
  const isPhone = useIsPhone();
  // On a phone the hours that are over would fill the screen.
  const from = isPhone && days[0] === now.day ? Math.max(earliest, Math.floor(minutesOf(now.time) / 60) - 1) : earliest;
  const hours = hoursOf(grid.events, Math.min(from, latest - 1));
  const minutes = (hours.last - hours.first) * 60;
  const partOf = (time: string): number => (minutesOf(time) - hours.first * 60) / minutes;
  const timeUnder = ({ currentTarget, clientY }: DragEvent<HTMLElement>): string => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return timeAt((clientY - top) / height, hours);
  };
  const ofDay = (day: string) => grid.events.filter(({ date }) => date === day);
  // A day with overlapping events is wider, so that their names stay readable; a narrow screen scrolls.
  const columns = days.map((day) => {
    const lanes = lanesOf(ofDay(day), hours);
    return `minmax(${Math.max(5, lanes * 4.25)}rem, ${0.25 + 0.75 * lanes}fr)`;
  });
  const isOver = (day: string, hasTime: boolean) => over?.date === day && (over.time !== '') === hasTime;
  return (
    <div
      className={classes.hours}
      style={{ '--columns': columns.join(' '), '--hours': hours.last - hours.first } as CSSProperties}
    >
      {days.length > 1 && (
        <>
          <span className={classes.label} />
          {days.map((day) => (
            <DayButton key={day} day={day} grid={grid} label={dayLabel(day)} />
          ))}
        </>
      )}
      <span className={classes.label}>No time</span>
      {days.map((day) => (
        <div
          key={day}
          className={classes.untimed}
          data-over={isOver(day, false) || undefined}
          {...dropOn(day, () => '')}
        >
          {ofDay(day)
            .filter(({ time }) => time === '')
            .map((event) => (
              <EventButton key={keyOf(event)} event={event} grid={grid} />
            ))}
        </div>
      ))}
      <div className={classes.label}>
        {hoursFrom(hours).map((hour) => (
          <span key={hour}>{hourText(hour)}</span>
        ))}
      </div>
      {days.map((day) => (
        <section key={day} className={classes.column} aria-label={wholeDay(day)} {...dropOn(day, timeUnder)}>
          {placedEvents(ofDay(day), hours).map(({ event, top, height, left, width }) => (
            <EventButton
              key={keyOf(event)}
              event={event}
              grid={grid}
              style={{ top: percent(top), height: percent(height), left: percent(left), width: percent(width) }}
            />
          ))}
          {over && isOver(day, true) && <i className={classes.target} style={{ top: percent(partOf(over.time)) }} />}
          {day === now.day && partOf(now.time) > 0 && partOf(now.time) < 1 && (
            <i className={classes.now} style={{ top: percent(partOf(now.time)) }} />
          )}
        </section>
      ))}
    </div>
  );
};

const Month = ({ grid, days }: { grid: Grid; days: readonly string[] }) => {
  const { over, dropOn } = useDrop(grid);
  const isPhone = useIsPhone();
  const thisWeek = Math.floor(days.indexOf(grid.today) / 7);
  return (
    <div className={classes.month}>
      {days.slice(0, 7).map((day) => (
        <span key={day} className={classes.weekday}>
          {dayLabel(day)}
        </span>
      ))}
      {days.map((day, at) => {
        const events = grid.events.filter(({ date }) => date === day);
        // Weeks that are over are short, so that today is in view.
        const isOver = Math.floor(at / 7) < thisWeek;
        const shown = events.slice(0, isPhone ? 0 : isOver ? 1 : maxOfMonth);
        return (
          <div
            key={day}
            className={classes.cell}
            data-outside={day.slice(0, 7) !== grid.date.slice(0, 7) || undefined}
            data-over={over?.date === day || undefined}
            data-past={isOver || undefined}
            {...dropOn(day, () => '')}
          >
            <DayButton day={day} grid={grid} count={isPhone ? events.length : undefined} />
            {shown.map((event) => (
              <EventButton key={keyOf(event)} event={event} grid={grid} />
            ))}
            {events.length > shown.length && !isPhone && (
              <span className={classes.more}>+{events.length - shown.length} more</span>
            )}
          </div>
        );
      })}
    </div>
  );
};

const Legend = () => {
  const tone = useHomeTones();
  return (
    <ul className={classes.legend} aria-label="Locations">
      {useLocations().map(({ id, name }) => (
        <li key={id}>
          <i style={{ background: tone(id) }} aria-hidden /> {initialsOf(name)}{' '}
          <span className={classes.legendName}>{name}</span>
        </li>
      ))}
    </ul>
  );
};

export const Grids = (props: GridsProps) => {
  const grid: Grid = { ...props, tone: useHomeTones(), mark: useEventMark() };
  const days = daysIn(rangeOf(grid.view, grid.date));
  return (
    <div className={classes.scroll}>
      {grid.view === 'month' ? <Month grid={grid} days={days} /> : <Hours grid={grid} days={days} />}
      {grid.hasHomes && <Legend />}
    </div>
  );
};
