import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldsOfEvent } from '#domain/calendar/calendar-events.ts';
import { caseEventEndpoints, dayEndpoints } from '#domain/calendar/day.endpoints.ts';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CasePatch } from '#domain/cases/case-wire.schema.ts';
import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import type { GoogleSuggestion } from '#domain/google-calendar/google.schema.ts';
import { isOwnKind } from '#domain/google-calendar/google-event.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../../api/api-context.ts';
import { callQuery, useChange } from '../../api/calls.ts';
import { cacheCase } from '../../cases/mutations.ts';
import { calendarKeys } from '../keys.ts';

/** Cache time of the connection (D1 §9). */
const freshMs = 60_000;

export const googleStatusQuery = (call: Call) =>
  callQuery(call, googleCalendarEndpoints.status, {}, calendarKeys.google, { staleTime: freshMs });

export const googleSuggestionsQuery = (call: Call) =>
  queryOptions({
    queryKey: calendarKeys.suggestions,
    queryFn: async ({ signal }) => (await call(googleCalendarEndpoints.suggestions, {}, { signal })).results,
    staleTime: freshMs,
  });

/** A call after which the connection is read again. */
const useGoogleCall = <Input = void>(ask: (call: Call, input: Input) => Promise<unknown>) =>
  useChange(ask, (_, __, client) => client.invalidateQueries({ queryKey: calendarKeys.google }));

/** Session storage belongs to one tab, which completes the sign-in that it started. */
const stateKey = 'google-calendar-state';

export const useStartGoogle = () =>
  useChange(
    (call) => call(googleCalendarEndpoints.auth, {}),
    ({ auth_url, state }) => {
      sessionStorage.setItem(stateKey, state);
      window.location.assign(auth_url);
    },
  );

export const useEndGoogle = () =>
  useGoogleCall((call, { code, state }: { code: string; state: string }) => {
    const begun = sessionStorage.getItem(stateKey);
    sessionStorage.removeItem(stateKey);
    // The server rejects the replacement with its own message.
    return call(googleCalendarEndpoints.callback, {
      body: { code, state: begun === state ? state : 'of another tab' },
    });
  });

export const useDisconnectGoogle = () => useGoogleCall((call) => call(googleCalendarEndpoints.disconnect, {}));

export const useSyncGoogle = () => useGoogleCall((call) => call(googleCalendarEndpoints.sync, {}));

export type GoogleSettingsBody = NonNullable<CallInput<typeof googleCalendarEndpoints.settings>['body']>;

export const useChangeGoogleSettings = () =>
  useGoogleCall((call, body: GoogleSettingsBody) => call(googleCalendarEndpoints.settings, { body }));

/** An arrival follows its service, and a changed deadline needs a reason. */
const fieldsOf = ({ kind, date, suggested_date, suggested_time }: GoogleSuggestion) => {
  if (suggested_date === '' || kind === 'deadline' || isOwnKind(kind)) return undefined;
  if (kind === 'arrival')
    return suggested_date === date && suggested_time !== ''
      ? ({ section: 'cemetery', values: { estimated_arrival_time: suggested_time } } as const)
      : undefined;
  const { section, date: day, time } = fieldsOfEvent[kind];
  // A cremation or burial that Google shows as all-day keeps its time.
  const keepsTime = kind !== 'service' && suggested_time === '';
  return { section, values: { [day]: suggested_date, ...(!keepsTime && { [time]: suggested_time }) } };
};

/** Returns the change of an event that is a record of its own; one without a time keeps the time. */
const eventChange = ({ kind, event, suggested_date: date, suggested_time: time }: GoogleSuggestion) =>
  isOwnKind(kind) && event && date ? { event, body: { date, ...(time && { time }) } } : undefined;

export const canBeAccepted = (suggestion: GoogleSuggestion): boolean =>
  (fieldsOf(suggestion) ?? eventChange(suggestion)) !== undefined;

const moveOwnEvent = async (call: Call, suggestion: GoogleSuggestion): Promise<void> => {
  const change = eventChange(suggestion);
  if (!change) return;
  const { event: event_id, body } = change;
  const { case_id: id } = suggestion;
  await (id
    ? call(caseEventEndpoints.update, { params: { id, event_id }, body })
    : call(dayEndpoints.updateOffice, { params: { event_id }, body }));
};

/** Accepting changes the case; declining restores Google's event. */
export const useDecideSuggestion = () => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ suggestion, accept }: { suggestion: GoogleSuggestion; accept: boolean }) => {
      const fields = accept ? fieldsOf(suggestion) : undefined;
      if (accept) await moveOwnEvent(call, suggestion);
      if (fields && suggestion.case_id) {
        const params = { id: suggestion.case_id };
        const before = await call(caseEndpoints.get, { params });
        const version = before.sections[fields.section]?.version ?? 0;
        const body = { sections: { [fields.section]: { version, values: fields.values } } } as CasePatch;
        cacheCase(client, await call(caseEndpoints.update, { params, body }), before);
      }
      await call(googleCalendarEndpoints.decide, { params: { event: suggestion.id } });
    },
    onSettled: () =>
      Promise.all(
        [calendarKeys.suggestions, calendarKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
};
