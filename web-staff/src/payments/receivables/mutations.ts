import { useMutation, useQueryClient } from '@tanstack/react-query';
import { receivablesEndpoints } from '#domain/payments/receivables.endpoints.ts';
import type { Receivables } from '#domain/payments/receivables.schema.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../../api/api-context.ts';
import { readAgain } from '../../api/cache.ts';
import { caseKeys } from '../../cases/keys.ts';
import { paymentKeys } from '../keys.ts';

/** The response replaces the cached receivables; history and due lists are read again. */
const useExpectationChange = (caseId: string) => {
  const client = useQueryClient();
  return (expected: Receivables) => {
    client.setQueryData(paymentKeys.toCome(caseId), expected);
    void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
    void readAgain(client, 'figures');
    return client.invalidateQueries({ queryKey: paymentKeys.due });
  };
};

export type NewAssignmentBody = NonNullable<CallInput<typeof receivablesEndpoints.assign>['body']>;
export type AssignmentBody = NonNullable<CallInput<typeof receivablesEndpoints.change>['body']>;
export type PlanBody = NonNullable<CallInput<typeof receivablesEndpoints.setPlan>['body']>;

export const useAssignInsurance = (caseId: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewAssignmentBody; idempotencyKey: string }) =>
      call(receivablesEndpoints.assign, { params: { id: caseId }, body }, { idempotencyKey }),
    onSuccess: useExpectationChange(caseId),
  });
};

export const useChangeAssignment = (caseId: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: ({ id, body, idempotencyKey }: { id: string; body: AssignmentBody; idempotencyKey: string }) =>
      call(receivablesEndpoints.change, { params: { id: caseId, assignmentId: id }, body }, { idempotencyKey }),
    onSuccess: useExpectationChange(caseId),
  });
};

export const useRemoveAssignment = (caseId: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      call(receivablesEndpoints.remove, { params: { id: caseId, assignmentId: id } }, { idempotencyKey }),
    onSuccess: useExpectationChange(caseId),
  });
};

/** The number goes into no cache. */
export const usePolicyNumber = (caseId: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(receivablesEndpoints.policyNumber, { params: { id: caseId, assignmentId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) }),
    gcTime: 0,
  });
};

export const useSetInstallments = (caseId: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: PlanBody; idempotencyKey: string }) =>
      call(receivablesEndpoints.setPlan, { params: { id: caseId }, body }, { idempotencyKey }),
    onSuccess: useExpectationChange(caseId),
  });
};
