import { useMutation, useQueryClient } from '@tanstack/react-query';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Customer, CustomerRow } from '#domain/customers/customer.schema.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { dropRows, readLater, showRecord, showRow } from '../api/cache.ts';
import { caseKeys } from '../cases/keys.ts';
import { customerKeys } from './keys.ts';

type NewCustomerBody = CallInput<typeof customerEndpoints.create>['body'];

export const customerRowOf = ({ notes, updated_at, active_cases, merges, ...row }: Customer): CustomerRow => row;

interface CustomerChanges {
  shown?: readonly Customer[];
  gone?: readonly string[];
}

const useCustomerChanges = () => {
  const client = useQueryClient();
  return ({ shown = [], gone = [] }: CustomerChanges) => {
    for (const customer of shown) {
      showRow(client, customerKeys.lists, customerRowOf(customer));
      showRecord(client, customerKeys.one(customer.id), customer);
    }
    if (gone.length > 0) dropRows(client, customerKeys.lists, gone);
    readLater(client, [customerKeys.searches]);
    return client.invalidateQueries({ queryKey: customerKeys.searches });
  };
};

const useMovedCustomers = () => {
  const client = useQueryClient();
  const change = useCustomerChanges();
  return async (changes: CustomerChanges) => {
    const changing = change(changes);
    for (const id of changes.gone ?? []) client.removeQueries({ queryKey: customerKeys.one(id) });
    await Promise.all([changing, client.invalidateQueries({ queryKey: caseKeys.all })]);
  };
};

export const useCreateCustomer = () => {
  const call = useApi();
  const change = useCustomerChanges();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewCustomerBody; idempotencyKey: string }) =>
      call(customerEndpoints.create, { body }, { idempotencyKey }),
    onSuccess: (customer) => change({ shown: [customer] }),
  });
};

export const useUpdateCustomer = (id: string) => {
  const call = useApi();
  const change = useCustomerChanges();
  return useMutation({
    mutationFn: (body: CallInput<typeof customerEndpoints.update>['body']) =>
      call(customerEndpoints.update, { params: { id }, body }),
    onSuccess: (customer) => change({ shown: [customer] }),
  });
};

export const useDeleteCustomer = (id: string) => {
  const call = useApi();
  const change = useCustomerChanges();
  return useMutation({
    mutationFn: () => call(customerEndpoints.delete, { params: { id } }),
    // The record's page is still open; its cache entry goes when that is left.
    onSuccess: () => change({ gone: [id] }),
  });
};

export const useDeleteCustomers = () => {
  const call = useApi();
  const change = useMovedCustomers();
  return useMutation({
    mutationFn: (ids: readonly string[]) => call(customerEndpoints.bulkDelete, { body: { customer_ids: [...ids] } }),
    onSuccess: (_, ids) => change({ gone: ids }),
  });
};

export const useMergeCustomers = () => {
  const call = useApi();
  const change = useMovedCustomers();
  return useMutation({
    mutationFn: ({ survivorId, duplicateId }: { survivorId: string; duplicateId: string }) =>
      call(customerEndpoints.merge, { params: { id: survivorId }, body: { duplicate_id: duplicateId } }),
    onSuccess: ({ customer }, { duplicateId }) => change({ shown: [customer], gone: [duplicateId] }),
  });
};

export const useMarkNotSame = () => {
  const call = useApi();
  return useMutation({
    mutationFn: (ids: readonly string[]) => call(customerEndpoints.notSame, { body: { ids: [...ids] } }),
  });
};

export const useUndoMerge = (survivorId: string) => {
  const call = useApi();
  const change = useMovedCustomers();
  return useMutation({
    mutationFn: (mergeId: string) =>
      call(customerEndpoints.undoMerge, { params: { id: survivorId }, body: { merge_id: mergeId } }),
    onSuccess: ({ survivor, restored }) => change({ shown: [survivor, restored] }),
  });
};
