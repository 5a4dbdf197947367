import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import type { PriceList } from '#domain/statements/price-lists/price-list.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { useChange } from '../../api/calls.ts';
import { funeralHomeKeys } from '../../organizations/homes/keys.ts';
import { priceListKeys } from './keys.ts';

const useListChange = (homeId: string) => {
  const client = useQueryClient();
  return async (list?: PriceList) => {
    if (list) {
      const queryKey = priceListKeys.one(homeId, list.id);
      // A read started during the change may have returned the previous version.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, list);
    }
    void client.invalidateQueries({ queryKey: funeralHomeKeys.history(homeId) });
    void client.invalidateQueries({ queryKey: priceListKeys.list(homeId) });
    return client.invalidateQueries({ queryKey: priceListKeys.allInForce(homeId) });
  };
};

/** Cancels pending reads, which would show the previous version over the new one. */
const useReadsEnded = (homeId: string, listId: string) => {
  const client = useQueryClient();
  return () => client.cancelQueries({ queryKey: priceListKeys.one(homeId, listId) });
};

export type NewPriceListBody = NonNullable<CallInput<typeof priceListEndpoints.create>['body']>;
export type PriceListBody = NonNullable<CallInput<typeof priceListEndpoints.update>['body']>;

export const useCreatePriceList = (homeId: string) =>
  useChange(
    (call, { body, idempotencyKey }: { body: NewPriceListBody; idempotencyKey: string }) =>
      call(priceListEndpoints.create, { params: { id: homeId }, body }, { idempotencyKey }),
    useListChange(homeId),
  );

export const useUpdatePriceList = (homeId: string, listId: string) => {
  const call = useApi();
  const readsEnded = useReadsEnded(homeId, listId);
  const changed = useListChange(homeId);
  return useMutation({
    mutationFn: (body: PriceListBody) => call(priceListEndpoints.update, { params: { id: homeId, listId }, body }),
    onMutate: readsEnded,
    onSuccess: changed,
  });
};

export const usePublishPriceList = (homeId: string, listId: string) => {
  const call = useApi();
  const readsEnded = useReadsEnded(homeId, listId);
  const changed = useListChange(homeId);
  return useMutation({
    mutationFn: (body: { effective_from: string; version: number }) =>
      call(priceListEndpoints.putInForce, { params: { id: homeId, listId }, body }),
    onMutate: readsEnded,
    onSuccess: changed,
  });
};

export const useDeletePriceList = (homeId: string) => {
  const changed = useListChange(homeId);
  return useChange(
    (call, listId: string) => call(priceListEndpoints.delete, { params: { id: homeId, listId } }),
    () => changed(),
  );
};
