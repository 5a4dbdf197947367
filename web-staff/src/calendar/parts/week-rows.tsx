import type { DayConflict, DayEvent, Schedule } from '#domain/calendar/day.schema.ts';
import { fullTitle, inOrderOfDay } from '#domain/calendar/day-events.ts';
import { shiftKindLabels } from '#domain/calendar/day-names.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import classes from './day.module.css';
import { shortDate } from './day-text.ts';

interface WeekRowsProps {
  schedule: Pick<Schedule, 'events' | 'shifts' | 'conflicts'>;
  days: readonly CalendarDate[];
}

interface Needed {
  name: string;
  events: DayEvent[];
}

const neededIn = (events: readonly DayEvent[], of: 'member' | 'resource'): Map<string, Needed> => {
  const found = new Map<string, Needed>();
  for (const event of inOrderOfDay(events))
    for (const need of event.needs) {
      const id = need[of];
      if (id === null) continue;
      const known = found.get(id) ?? { name: need.name, events: [] };
      found.set(id, { ...known, events: [...known.events, event] });
    }
  return found;
};

const chipText = (event: DayEvent): string =>
  [event.deceased_last_name || fullTitle(event), event.time && formatTime(event.time)].filter(Boolean).join(' ');

export const WeekRows = ({ schedule: { events, shifts, conflicts }, days }: WeekRowsProps) => {
  const people = neededIn(events, 'member');
  for (const { member, member_name: name } of shifts) if (!people.has(member)) people.set(member, { name, events: [] });
  const groups = [
    { title: 'People', rows: people },
    { title: 'Vehicles and rooms', rows: neededIn(events, 'resource') },
  ];
  const isTwice = (name: string, { id, date }: DayEvent): boolean =>
    conflicts.some((one: DayConflict) => one.name === name && one.date === date && one.event_ids.includes(id));
  if (groups.every(({ rows }) => rows.size === 0)) return null;
  return (
    <table className={classes.rows} aria-label="People, vehicles and rooms by day">
      <thead>
        <tr>
          <th scope="col">Name</th>
          {days.map((day) => (
            <th key={day} scope="col">
              {shortDate(day)}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(
        ({ title, rows }) =>
          rows.size > 0 && (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={days.length + 1}>
                  {title}
                </th>
              </tr>
              {[...rows]
                .toSorted(([, a], [, b]) => a.name.localeCompare(b.name))
                .map(([id, { name, events: own }]) => (
                  <tr key={id}>
                    <th scope="row">{name}</th>
                    {days.map((day) => (
                      <td key={day}>
                        {own
                          .filter(({ date }) => date === day)
                          .map((event) => (
                            <span
                              key={event.id}
                              className={classes.chip}
                              data-twice={isTwice(name, event) || undefined}
                            >
                              {chipText(event)}
                            </span>
                          ))}
                        {shifts
                          .filter(({ member, date }) => member === id && date === day)
                          .map((shift) => (
                            <span key={shift.id} className={classes.chip} data-shift={shift.kind}>
                              {shiftKindLabels[shift.kind]}
                            </span>
                          ))}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          ),
      )}
    </table>
  );
};
