import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import type { PriceListVersion } from '#domain/statements/price-lists/price-list.schema.ts';
import { priceListKeys } from './keys.ts';

export const priceListsQuery = (call: Call, homeId: string) =>
  queryOptions({
    queryKey: priceListKeys.list(homeId),
    queryFn: ({ signal }) => call(priceListEndpoints.list, { params: { id: homeId } }, { signal }),
  });

export const priceListQuery = (call: Call, homeId: string, id: string) =>
  queryOptions({
    queryKey: priceListKeys.one(homeId, id),
    queryFn: ({ signal }) => call(priceListEndpoints.get, { params: { id: homeId, listId: id } }, { signal }),
  });

export const pricesInForceQuery = (call: Call, homeId: string, date: string) =>
  queryOptions({
    queryKey: priceListKeys.inForce(homeId, date),
    queryFn: ({ signal }) => call(priceListEndpoints.inForce, { params: { id: homeId }, query: { date } }, { signal }),
  });

export interface VersionContext {
  homeId: string;
  edits: boolean;
  today: string;
  versions: readonly PriceListVersion[];
}
