import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calendarEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import type { Call } from '#domain/contract/client.ts';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { calendarKeys } from './keys.ts';
import { wasDatedHere, withOwnMoves } from './own-moves.ts';

type EventsQuery = NonNullable<CallInput<typeof calendarEndpoints.events>['query']>;
type OverviewQuery = NonNullable<CallInput<typeof calendarEndpoints.overview>['query']>;

/** Services and cremations of some days, with what was moved here a moment ago. */
export const calendarEventsQuery = (call: Call, query: EventsQuery) =>
  queryOptions({
    queryKey: calendarKeys.events(query),
    queryFn: async ({ signal }) => withOwnMoves(await call(calendarEndpoints.events, { query }, { signal }), query),
    placeholderData: keepPreviousData,
  });

/** The home's today, and the cases without a date. */
export const calendarQuery = (call: Call, query: OverviewQuery) =>
  queryOptions({
    queryKey: calendarKeys.overview(query),
    queryFn: async ({ signal }) => {
      const { undated, ...day } = await call(calendarEndpoints.overview, { query }, { signal });
      const cases = undated.cases.filter(({ id }) => !wasDatedHere(id));
      return { ...day, undated: { ...undated, count: undated.count - (undated.cases.length - cases.length), cases } };
    },
    placeholderData: keepPreviousData,
  });
