import { queryOptions } from '@tanstack/react-query';
import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { managedFormKeys } from './keys.ts';

export const managedFormsQuery = (call: Call, homeId: string) =>
  queryOptions({
    queryKey: managedFormKeys.ofHome(homeId),
    queryFn: ({ signal }) => call(managedFormEndpoints.list, { query: { funeral_home: homeId } }, { signal }),
  });

export const managedFormQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: managedFormKeys.one(id),
    queryFn: ({ signal }) => call(managedFormEndpoints.get, { params: { id } }, { signal }),
  });

/** A published version never changes. */
export const managedFormVersionQuery = (call: Call, id: string, number: number) =>
  queryOptions({
    queryKey: managedFormKeys.version(id, number),
    queryFn: ({ signal }) => call(managedFormEndpoints.version, { params: { id, number: String(number) } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
