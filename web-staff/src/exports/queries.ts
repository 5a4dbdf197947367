import { queryOptions } from '@tanstack/react-query';
import { archiveEndpoints } from '#domain/exports/archive.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { archiveKeys } from './keys.ts';

const lookedAtMs = 10_000;

/** The archives of the last 30 days; looked at again and again while one is being made. */
export const archivesQuery = (call: Call) =>
  queryOptions({
    queryKey: archiveKeys.all,
    queryFn: async ({ signal }) => (await call(archiveEndpoints.list, {}, { signal })).results,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'making') ? lookedAtMs : false),
  });
