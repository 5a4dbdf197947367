import { useQuery } from '@tanstack/react-query';
import { type EventKind, eventKinds } from '#domain/calendar/calendar.schema.ts';
import { isCalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { useListParams } from '../ui/lists/list-params.ts';
import { useIsPhone } from '../ui/page/use-screen-width.ts';
import { type CalendarView, calendarViews, rangeOf, step } from './calendar-range.ts';
import { calendarEventsQuery, calendarQuery } from './queries.ts';

/** The calendar as its address says: how it is looked at, from which day on, of which location and kind. */
export const useCalendar = () => {
  const call = useApi();
  const own = useCurrentUser().funeral_home_details;
  const { filters, setFilter } = useListParams(['view', 'date', 'location', 'kind']);
  const isPhone = useIsPhone();
  const location = filters.location || undefined;
  const overview = useQuery(calendarQuery(call, { location }));
  const today = overview.data?.today ?? todayIn(own.time_zone, new Date());
  const view: CalendarView = calendarViews.find((known) => known === filters.view) ?? (isPhone ? 'agenda' : 'week');
  const date = isCalendarDate(filters.date) ? filters.date : today;
  const kind: EventKind | undefined = eventKinds.find((known) => known === filters.kind);
  const range = rangeOf(view, date);
  const events = useQuery(calendarEventsQuery(call, { ...range, location, kind }));
  const goTo = (day: string) => setFilter('date', day === today ? '' : day);
  return {
    ...{ view, date, today, kind, range, overview, events },
    location: filters.location,
    setView: (chosen: CalendarView) => setFilter('view', chosen),
    setLocation: (id: string) => setFilter('location', id),
    setKind: (chosen: string) => setFilter('kind', chosen),
    goTo,
    move: (direction: 1 | -1) => goTo(step(view, date, direction)),
  };
};
export type CalendarState = ReturnType<typeof useCalendar>;
