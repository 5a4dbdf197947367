import { keepPreviousData } from '@tanstack/react-query';
import { calendarEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { callQuery } from '../api/calls.ts';
import { calendarKeys } from './keys.ts';

export type EventsQuery = NonNullable<CallInput<typeof calendarEndpoints.events>['query']>;
type OverviewQuery = NonNullable<CallInput<typeof calendarEndpoints.overview>['query']>;

export const calendarEventsQuery = (call: Call, query: EventsQuery) =>
  callQuery(call, calendarEndpoints.events, { query }, calendarKeys.events(query), {
    placeholderData: keepPreviousData,
  });

export const calendarQuery = (call: Call, query: OverviewQuery) =>
  callQuery(call, calendarEndpoints.overview, { query }, calendarKeys.overview(query), {
    placeholderData: keepPreviousData,
  });
