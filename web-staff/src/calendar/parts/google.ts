import { queryOptions } from '@tanstack/react-query';
import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { callQuery, useChange } from '../../api/calls.ts';
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
