import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calendarEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { calendarKeys } from './keys.ts';

export type EventsQuery = NonNullable<CallInput<typeof calendarEndpoints.events>['query']>;
type OverviewQuery = NonNullable<CallInput<typeof calendarEndpoints.overview>['query']>;

export const calendarEventsQuery = (call: Call, query: EventsQuery) =>
  queryOptions({
    queryKey: calendarKeys.events(query),
    queryFn: ({ signal }) => call(calendarEndpoints.events, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const calendarQuery = (call: Call, query: OverviewQuery) =>
  queryOptions({
    queryKey: calendarKeys.overview(query),
    queryFn: ({ signal }) => call(calendarEndpoints.overview, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
