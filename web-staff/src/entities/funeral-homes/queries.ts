import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/contract/client.ts';
import { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';

const minute = 60_000;

/** Everything about the homes is kept under this key. */
export const funeralHomesKey = ['funeral-homes'] as const;

/** The homes of the organization, which are its locations: fresh for 30 minutes, kept for 60 (D1 §9). */
export const funeralHomesQuery = (call: Call) =>
  queryOptions({
    queryKey: funeralHomesKey,
    queryFn: ({ signal }) => call(funeralHomeEndpoints.list, {}, { signal }),
    staleTime: 30 * minute,
    gcTime: 60 * minute,
  });

export const funeralHomeQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...funeralHomesKey, 'one', id],
    queryFn: ({ signal }) => call(funeralHomeEndpoints.get, { params: { id } }, { signal }),
  });

/** How a home numbers its cases; every case that is opened moves the count. */
export const caseNumberingQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: ['case-numbering', id],
    queryFn: ({ signal }) => call(funeralHomeEndpoints.caseNumbering, { params: { id } }, { signal }),
    staleTime: 0,
  });
