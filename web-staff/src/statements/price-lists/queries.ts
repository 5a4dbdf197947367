import type { Call } from '#domain/shared/contract/client.ts';
import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import type { PriceListVersion } from '#domain/statements/price-lists/price-list.schema.ts';
import { callQuery } from '../../api/calls.ts';
import { priceListKeys } from './keys.ts';

export const priceListsQuery = (call: Call, homeId: string) =>
  callQuery(call, priceListEndpoints.list, { params: { id: homeId } }, priceListKeys.list(homeId));

export const priceListQuery = (call: Call, homeId: string, id: string) =>
  callQuery(call, priceListEndpoints.get, { params: { id: homeId, listId: id } }, priceListKeys.one(homeId, id));

export const pricesInForceQuery = (call: Call, homeId: string, date: string) =>
  callQuery(
    call,
    priceListEndpoints.inForce,
    { params: { id: homeId }, query: { date } },
    priceListKeys.inForce(homeId, date),
  );

export interface VersionContext {
  homeId: string;
  edits: boolean;
  today: string;
  versions: readonly PriceListVersion[];
}
