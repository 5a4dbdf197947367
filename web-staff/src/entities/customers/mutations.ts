import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Customer } from '#domain/customers/customer.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { caseKeys } from '../cases/keys.ts';
import { keepNewer } from '../keep-newer.ts';
import { customerKeys } from './keys.ts';
import { customerRowOf, ownCustomers } from './own-customers.ts';

type NewCustomerBody = CallInput<typeof customerEndpoints.create>['body'];

interface CustomerChanges {
  created?: readonly Customer[];
  changed?: readonly Customer[];
  gone?: readonly string[];
}

/** Shows changed customers wherever they are looked for, and lets lists and searches be read again behind that. */
const useCustomerChanges = () => {
  const client = useQueryClient();
  const known = (id: string) => {
    const customer = client.getQueryData<Customer>(customerKeys.one(id));
    return customer && customerRowOf(customer);
  };
  return ({ created = [], changed = [], gone = [] }: CustomerChanges) => {
    for (const customer of created) ownCustomers.created(client, customerRowOf(customer));
    for (const customer of changed) ownCustomers.changed(client, customerRowOf(customer), known(customer.id));
    for (const id of gone) ownCustomers.gone(client, id, known(id));
    for (const customer of [...created, ...changed]) keepNewer(client, customerKeys.one(customer.id), customer);
    return Promise.all([
      client.invalidateQueries({ queryKey: customerKeys.lists }),
      client.invalidateQueries({ queryKey: customerKeys.searches }),
    ]);
  };
};

/** The same where other customers take over, or lose, what the cases name. */
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
    onSuccess: (customer) => change({ created: [customer] }),
  });
};

export const useUpdateCustomer = (id: string) => {
  const call = useApi();
  const change = useCustomerChanges();
  return useMutation({
    mutationFn: (body: CallInput<typeof customerEndpoints.update>['body']) =>
      call(customerEndpoints.update, { params: { id }, body }),
    onSuccess: (customer) => change({ changed: [customer] }),
  });
};

export const useDeleteCustomer = (id: string) => {
  const call = useApi();
  const change = useCustomerChanges();
  return useMutation({
    mutationFn: () => call(customerEndpoints.delete, { params: { id } }),
    // The record's page is still open: it leaves the cache when that is left.
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
    onSuccess: ({ customer }, { duplicateId }) => change({ changed: [customer], gone: [duplicateId] }),
  });
};

export const useUndoMerge = (survivorId: string) => {
  const call = useApi();
  const change = useMovedCustomers();
  return useMutation({
    mutationFn: (mergeId: string) =>
      call(customerEndpoints.undoMerge, { params: { id: survivorId }, body: { merge_id: mergeId } }),
    onSuccess: ({ survivor, restored }) => change({ changed: [survivor], created: [restored] }),
  });
};
