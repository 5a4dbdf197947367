import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Call, messageOf } from '#domain/contract/client.ts';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Customer } from '#domain/customers/customer.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { customerKey } from './queries.ts';

type ListQuery = NonNullable<CallInput<typeof customerEndpoints.list>['query']>;
type Body = CallInput<typeof customerEndpoints.create>['body'];

const lists = ['customers', 'list'] as const;

export const customersQuery = (call: Call, query: ListQuery) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(customerEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const mergePreviewQuery = (call: Call, id: string, duplicateId: string) =>
  queryOptions({
    queryKey: ['customers', 'merge-preview', id, duplicateId],
    queryFn: ({ signal }) =>
      call(customerEndpoints.mergePreview, { params: { id }, query: { duplicate_id: duplicateId } }, { signal }),
    // A merge is decided on what the records hold now.
    staleTime: 0,
    gcTime: 0,
  });

/** The server's words for a failed call, else `fallback` (D1 §8). */
export const wordsOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? messageOf(error) : fallback;

/** Puts changed customers where the pages look for them, and lets the lists and searches be read again. */
const useKeep = () => {
  const client = useQueryClient();
  return (...customers: Customer[]) => {
    for (const customer of customers) client.setQueryData(customerKey(customer.id), customer);
    return Promise.all([
      client.invalidateQueries({ queryKey: lists }),
      client.invalidateQueries({ queryKey: ['customers', 'search'] }),
    ]);
  };
};

/** The same, after customers are gone; their cases name others, or nobody, now. */
const useForget = () => {
  const client = useQueryClient();
  const keep = useKeep();
  return async (ids: readonly string[], ...changed: Customer[]) => {
    for (const id of ids) client.removeQueries({ queryKey: customerKey(id) });
    await Promise.all([keep(...changed), client.invalidateQueries({ queryKey: ['cases'] })]);
  };
};

export const useCreateCustomer = () => {
  const call = useApi();
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: Body; idempotencyKey: string }) =>
      call(customerEndpoints.create, { body }, { idempotencyKey }),
    onSuccess: (customer) => keep(customer),
  });
};

export const useUpdateCustomer = (id: string) => {
  const call = useApi();
  const keep = useKeep();
  return useMutation({
    mutationFn: (body: CallInput<typeof customerEndpoints.update>['body']) =>
      call(customerEndpoints.update, { params: { id }, body }),
    onSuccess: (customer) => keep(customer),
  });
};

export const useDeleteCustomer = (id: string) => {
  const call = useApi();
  const keep = useKeep();
  return useMutation({
    mutationFn: () => call(customerEndpoints.delete, { params: { id } }),
    // The record's page is still open: it leaves the cache when that is left.
    onSuccess: () => keep(),
  });
};

export const useDeleteCustomers = () => {
  const call = useApi();
  const forget = useForget();
  return useMutation({
    mutationFn: (ids: readonly string[]) => call(customerEndpoints.bulkDelete, { body: { customer_ids: [...ids] } }),
    onSuccess: (_, ids) => forget(ids),
  });
};

export const useMergeCustomers = () => {
  const call = useApi();
  const forget = useForget();
  return useMutation({
    mutationFn: ({ survivorId, duplicateId }: { survivorId: string; duplicateId: string }) =>
      call(customerEndpoints.merge, { params: { id: survivorId }, body: { duplicate_id: duplicateId } }),
    onSuccess: ({ customer }, { duplicateId }) => forget([duplicateId], customer),
  });
};

export const useUndoMerge = (survivorId: string) => {
  const call = useApi();
  const forget = useForget();
  return useMutation({
    mutationFn: (mergeId: string) =>
      call(customerEndpoints.undoMerge, { params: { id: survivorId }, body: { merge_id: mergeId } }),
    onSuccess: ({ survivor, restored }) => forget([], survivor, restored),
  });
};
