import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { callQuery } from '../api/calls.ts';
import { managedFormKeys } from './keys.ts';

export const managedFormsQuery = (call: Call, homeId: string) =>
  callQuery(call, managedFormEndpoints.list, { query: { funeral_home: homeId } }, managedFormKeys.ofHome(homeId));

export const managedFormQuery = (call: Call, id: string) =>
  callQuery(call, managedFormEndpoints.get, { params: { id } }, managedFormKeys.one(id));

/** A published version never changes. */
export const managedFormVersionQuery = (call: Call, id: string, number: number) =>
  callQuery(
    call,
    managedFormEndpoints.version,
    { params: { id, number: String(number) } },
    managedFormKeys.version(id, number),
    { staleTime: Number.POSITIVE_INFINITY },
  );
