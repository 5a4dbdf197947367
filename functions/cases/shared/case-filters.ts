import type * as z from 'zod';
import type { CaseFilters } from '#domain/cases/case.schema.ts';
import { addDays, startOfDay } from '#domain/shared/values/calendar-date.ts';
import type { CaseListFilters } from '#functions/cases/repository/case-list.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';

/** The filters of a query as the list takes them: days of creation are days of the home that is listed, or of whoever asks. */
export const filtersOf = async (
  { location, mine, lacking, created_from, created_to, ...filters }: z.output<typeof CaseFilters>,
  homes: Pick<Organizations, 'plainHome'>,
  actor: Actor,
): Promise<CaseListFilters> => {
  const zone =
    created_from || created_to ? ((await homes.plainHome(location ?? actor.homeId))?.time_zone ?? 'UTC') : 'UTC';
  const { status, service_type, service_from, service_to, ordering } = filters;
  return {
    ...{ status, service_type, service_from, service_to, ordering },
    home: location,
    ...(mine ? { creator: actor.id } : {}),
    ...(lacking ? { lacking: true } : {}),
    createdFrom: created_from && startOfDay(created_from, zone).toISOString(),
    createdBefore: created_to && startOfDay(addDays(created_to, 1), zone).toISOString(),
  };
};
