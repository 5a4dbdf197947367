import { useQueryClient } from '@tanstack/react-query';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Customer, CustomerRow } from '#domain/customers/customer.schema.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { dropRows, readLater, showRecord, showRow } from '../api/cache.ts';
import { useChange } from '../api/calls.ts';
import { caseKeys } from '../cases/keys.ts';
import { customerKeys } from './keys.ts';

type NewCustomerBody = CallInput<typeof customerEndpoints.create>['body'];

export const customerRowOf = ({
  notes,
  updated_at,
  active_cases,
  earlier_cases,
  merges,
  ...row
}: Customer): CustomerRow => row;

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
  const change = useCustomerChanges();
  return useChange(
    (call, { body, idempotencyKey }: { body: NewCustomerBody; idempotencyKey: string }) =>
      call(customerEndpoints.create, { body }, { idempotencyKey }),
    (customer) => change({ shown: [customer] }),
  );
};

export const useUpdateCustomer = (id: string) => {
  const change = useCustomerChanges();
  return useChange(
    (call, body: CallInput<typeof customerEndpoints.update>['body']) =>
      call(customerEndpoints.update, { params: { id }, body }),
    (customer) => change({ shown: [customer] }),
  );
};

export const useDeleteCustomer = (id: string) => {
  const change = useCustomerChanges();
  return useChange(
    (call) => call(customerEndpoints.delete, { params: { id } }),
    // The record's page is still open; its cache entry goes when that is left.
    () => change({ gone: [id] }),
  );
};

export const useDeleteCustomers = () => {
  const change = useMovedCustomers();
  return useChange(
    (call, ids: readonly string[]) => call(customerEndpoints.bulkDelete, { body: { customer_ids: [...ids] } }),
    (_, ids) => change({ gone: ids }),
  );
};

export const useMergeCustomers = () => {
  const change = useMovedCustomers();
  return useChange(
    (call, { survivorId, duplicateId }: { survivorId: string; duplicateId: string }) =>
      call(customerEndpoints.merge, { params: { id: survivorId }, body: { duplicate_id: duplicateId } }),
    ({ customer }, { duplicateId }) => change({ shown: [customer], gone: [duplicateId] }),
  );
};

export const useMarkNotSame = () =>
  useChange((call, ids: readonly string[]) => call(customerEndpoints.notSame, { body: { ids: [...ids] } }));

export const useUndoMerge = (survivorId: string) => {
  const change = useMovedCustomers();
  return useChange(
    (call, mergeId: string) =>
      call(customerEndpoints.undoMerge, { params: { id: survivorId }, body: { merge_id: mergeId } }),
    ({ survivor, restored }) => change({ shown: [survivor, restored] }),
  );
};
