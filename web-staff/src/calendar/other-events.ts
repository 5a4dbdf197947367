import { useQuery } from '@tanstack/react-query';
import { type CalendarEvent, type EventKind, eventKindLabels, eventKinds } from '#domain/calendar/calendar.schema.ts';
import type { DayConflict } from '#domain/calendar/day.schema.ts';
import type { DayRange } from '#domain/calendar/day-events.ts';
import { type DayKind, dayKindLabels, dayKinds } from '#domain/calendar/day-names.ts';
import { readOnlyReason } from '#domain/cases/case-lifecycle.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { useApi } from '../api/api-context.ts';
import { useCan } from '../team/parts/current-user.ts';
import { resourcesQuery, scheduleQuery, useMemberOptions } from './parts/day-queries.ts';
import { type FieldEvent, isOther, type Planned } from './promised-arrivals.ts';

/** A committal is among the dispositions, of which some have no ceremony. */
const otherKinds = dayKinds.filter((kind) => kind !== 'committal' && !eventKinds.some((known) => known === kind));
export type ShownKind = EventKind | DayKind;
export const shownKinds = [...eventKinds, ...otherKinds];
export const kindOptions = [
  { value: '', label: 'All kinds' },
  ...eventKinds.map((kind) => ({ value: kind, label: eventKindLabels[kind] })),
  ...otherKinds.map((kind) => ({ value: kind, label: dayKindLabels[kind] })),
];

interface Shown extends DayRange {
  location: string | undefined;
  kind: ShownKind | undefined;
  /** A person, vehicle or room that is needed: 'member:' or 'resource:' with its id; '' for all. */
  who: string;
}

/** The events of the shown days whose dates are no fields of a case, with conflicts and shifts of all. */
export const useOtherEvents = ({ kind, who, ...range }: Shown) => {
  const [of = '', id = ''] = who.split(':');
  const query = useQuery(scheduleQuery(useApi(), { ...range, ...(id && { [of]: id }) }));
  const events = query.data?.events ?? [];
  const dayKind = kind === 'disposition' ? 'committal' : kind;
  const ofFields = new Map(events.filter((event) => event.of_fields).map((event) => [event.id, event]));
  return {
    query,
    events: events
      .filter(({ of_fields, kind: one }) => !of_fields && (!dayKind || one === dayKind))
      .filter(({ date }) => date >= range.from && date <= range.to),
    /** Returns an event of a case's fields with its end, which no field holds. */
    withEnd: (event: CalendarEvent): FieldEvent => ({
      ...event,
      ...pick(ofFields.get(event.id) ?? { end_date: '', end_time: '' }, ['end_date', 'end_time']),
    }),
    /** An event of a case's fields is shown if its needs name the chosen person or resource. */
    isShown: (event: CalendarEvent): boolean =>
      (!kind || eventKinds.some((known) => known === kind)) && (id === '' || ofFields.has(event.id)),
  };
};

/** Returns the conflicts that are not already shown for services in words. */
export const newConflicts = (
  conflicts: readonly DayConflict[],
  shown: readonly { place: string; event_ids: readonly string[] }[],
): DayConflict[] =>
  conflicts.filter(
    ({ name, event_ids }) => !shown.some((one) => one.place === name && one.event_ids.join() === event_ids.join()),
  );

export const useWhoOptions = () => {
  const members = useMemberOptions();
  const resources = useQuery(resourcesQuery(useApi())).data?.results ?? [];
  return [
    { value: '', label: 'All people and vehicles' },
    ...members.map(({ value, label }) => ({ value: `member:${value}`, label })),
    ...resources.filter(({ active }) => active).map(({ id, name }) => ({ value: `resource:${id}`, label: name })),
  ];
};

/** Whether the user may change an event here; events of a read-only case open the case instead. */
export const useMayPlan = (): ((event: Planned) => boolean) => {
  const can = useCan();
  return (event) => {
    if (!isOther(event)) return can('case:edit');
    return can('day:plan') && !(event.status && readOnlyReason(event.status));
  };
};

/** Whether an event can be dragged; a repeated one has a day of its own for each repetition. */
export const isDraggable = (event: Planned): boolean => !isOther(event) || event.repeats === null;
