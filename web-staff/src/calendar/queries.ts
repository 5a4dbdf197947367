import { keepPreviousData } from '@tanstack/react-query';
import { calendarEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { callQuery } from '../api/calls.ts';
import { calendarKeys } from './keys.ts';

export type EventsQuery = NonNullable<CallInput<typeof calendarEndpoints.events>['query']>;
type OverviewQuery = NonNullable<CallInput<typeof calendarEndpoints.overview>['query']>;

/** The events of the fields of cases in a range of days, with what is double-booked. */
export const calendarEventsQuery = (call: Call, query: EventsQuery) =>
  callQuery(call, calendarEndpoints.events, { query }, calendarKeys.events(query), {
    placeholderData: keepPreviousData,
  });

/** Today, and the cases without a date of their service. */
export const calendarQuery = (call: Call, query: OverviewQuery) =>
  callQuery(call, calendarEndpoints.overview, { query }, calendarKeys.overview(query), {
    placeholderData: keepPreviousData,
  });
