import { Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { clockMinutes, endAfter, eventTitle, inOrderOfDay } from '#domain/calendar/day-events.ts';
import { typicalMinutes } from '#domain/calendar/day-names.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import classes from './day.module.css';
import { hourText, needText, shortDate } from './day-text.ts';

interface Bar {
  /** Minutes from the beginning of the day. */
  from: number;
  to: number;
  text: string;
  isOpen: boolean;
}

interface Line {
  name: string;
  bars: Bar[];
}

/** Returns a line of all events of a day, and one for each person, vehicle and room, with its bars in order. */
export const linesOf = (events: readonly DayEvent[], date: CalendarDate): Line[] => {
  const lines = new Map<string, Bar[]>([['Events', []]]);
  for (const event of inOrderOfDay(events).filter((one) => one.date === date && one.time !== '')) {
    const end = event.end_time
      ? { end_date: event.end_date || date, end_time: event.end_time }
      : endAfter(event, typicalMinutes[event.kind]);
    const midnight = { date, time: '00:00' };
    const span = {
      from: clockMinutes(midnight, event),
      to: clockMinutes(midnight, { date: end.end_date, time: end.end_time }),
    };
    const add = (name: string, bar: Bar) => lines.set(name, [...(lines.get(name) ?? []), bar]);
    add('Events', { ...span, text: eventTitle(event), isOpen: false });
    for (const need of event.needs)
      add(need.name || needText(need), { ...span, text: need.role || eventTitle(event), isOpen: !need.confirmed });
  }
  return [...lines].map(([name, bars]) => ({ name, bars }));
};

export const TimelineDialog = ({ events, onClose }: { events: readonly DayEvent[]; onClose: () => void }) => {
  const days = [...new Set(inOrderOfDay(events.filter(({ time }) => time !== '')).map(({ date }) => date))];
  const busiest = days.toSorted((a, b) => linesOf(events, b).length - linesOf(events, a).length)[0];
  const [day, setDay] = useState(busiest ?? '');
  const lines = linesOf(events, day);
  const bars = lines.flatMap((line) => line.bars);
  const first = Math.floor(Math.min(...bars.map(({ from }) => from)) / 60);
  const last = Math.ceil(Math.max(...bars.map(({ to }) => to)) / 60);
  const left = (minutes: number): string => `${((minutes - first * 60) / ((last - first) * 60)) * 100}%`;
  return (
    <Modal opened onClose={onClose} title="Timeline" size="80rem" centered>
      {days.length > 1 && (
        <NativeSelect
          mb="sm"
          label="Day"
          value={day}
          data={days.map((value) => ({ value, label: shortDate(value) }))}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      )}
      <div className={classes.scale} aria-hidden>
        <span />
        <div className={classes.hours}>
          {Array.from({ length: last - first }, (_, at) => first + at).map((hour) => (
            <span key={hour} style={{ insetInlineStart: left(hour * 60) }}>
              {hourText(hour)}
            </span>
          ))}
        </div>
      </div>
      {lines.map((line) => (
        <section key={line.name} className={classes.line} aria-label={line.name}>
          <b>{line.name}</b>
          <div className={classes.bars}>
            {line.bars.map(({ from, to, text, isOpen }) => (
              <span
                key={`${from} ${text}`}
                className={classes.bar}
                data-open={isOpen}
                title={text}
                style={{ insetInlineStart: left(from), width: `calc(${left(to)} - ${left(from)})` }}
              >
                {text}
              </span>
            ))}
          </div>
        </section>
      ))}
    </Modal>
  );
};
