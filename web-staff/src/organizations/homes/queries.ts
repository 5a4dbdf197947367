import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FuneralHome, funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { type CalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { clockThatRuns, type HomeClock } from '#domain/shared/values/date-time.ts';
import { useApi } from '../../api/api-context.ts';
import { callQuery } from '../../api/calls.ts';
import { auditPagesQuery } from '../../audit/parts/audit-pages.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { funeralHomeKeys } from './keys.ts';

const minute = 60_000;

/** Homes are the organization's locations: fresh for 30 minutes, cached for 60 (D1 §9). */
export const funeralHomesQuery = (call: Call) =>
  callQuery(call, funeralHomeEndpoints.list, {}, funeralHomeKeys.list, { staleTime: 30 * minute, gcTime: 60 * minute });

export const funeralHomeQuery = (call: Call, id: string) =>
  callQuery(call, funeralHomeEndpoints.get, { params: { id } }, funeralHomeKeys.one(id));

export const homeHistoryQuery = (call: Call, id: string) =>
  auditPagesQuery(funeralHomeKeys.history(id), (query, signal) =>
    call(funeralHomeEndpoints.auditLog, { params: { id }, query }, { signal }),
  );

/** Returns the organization's homes; the user's own until they are loaded. */
export const useLocations = (): readonly FuneralHome[] => {
  const call = useApi();
  const own = useCurrentUser().funeral_home_details;
  return useQuery(funeralHomesQuery(call)).data?.results ?? [own];
};

/** Returns a home's time zone; undefined while homes load, the user's own after an error. */
export const useHomeTimeZone = (homeId: string | undefined): string | undefined => {
  const call = useApi();
  const own = useCurrentUser().funeral_home_details;
  const { data, isLoading, failureCount } = useQuery(funeralHomesQuery(call));
  const known = [...(data?.results ?? []), own].find(({ id }) => id === homeId);
  return known?.time_zone ?? (isLoading && failureCount === 0 ? undefined : own.time_zone);
};

/** Returns a home's time zone; the user's own until it is known. */
export const useTimeZoneAt = (homeId: string): string => {
  const own = useCurrentUser().funeral_home_details;
  return useHomeTimeZone(homeId) ?? own.time_zone;
};

/** Returns a home's clock; undefined until the home is known. */
export const useClockAt = (homeId: string): HomeClock | undefined => {
  const own = useCurrentUser().funeral_home_details;
  const home = [...useLocations(), own].find(({ id }) => id === homeId);
  const [timeZone, state] = [home?.time_zone, home?.state ?? ''];
  return useMemo(() => (timeZone === undefined ? undefined : clockThatRuns(timeZone, state)), [timeZone, state]);
};

/** Returns today at a home, which decides ages and the years of case numbers. */
export const useTodayAt = (homeId: string): CalendarDate => todayIn(useTimeZoneAt(homeId), new Date());
