import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ssnEndpoints } from '#domain/cases/ssn.endpoints.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { receivablesEndpoints } from '#domain/payments/receivables.endpoints.ts';
import type { Receivables } from '#domain/payments/receivables.schema.ts';
import { ApiError, type Call, isOutcomeUnknown } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { readAgain } from '../api/cache.ts';
import { useChange } from '../api/calls.ts';
import { keepIdempotencyKeyUntilResponse } from '../api/idempotency-key.ts';
import { caseKeys } from '../cases/keys.ts';
import { toastError } from '../ui/feedback/toasts.tsx';
import { paymentKeys } from './keys.ts';

/** Reads ledger, receivables and case again; resolves to whether all of them were read. */
export const useRefreshLedger = (caseId: string) => {
  const client = useQueryClient();
  return (): Promise<boolean> =>
    readAgain(client, 'ledger.changed', caseId, { throwOnError: true }).then(
      () => true,
      () => false,
    );
};

/** Shown later, because the form's success message replaces earlier ones. */
const sayNotRead = (): void => void setTimeout(() => toastError('Failed to refresh data'));

/** A call that changes the ledger, which is read again also after a lost response or a conflict. */
const useLedgerMutation = <Result, Variables extends { idempotencyKey: string }>(
  caseId: string,
  send: (call: Call, variables: Variables) => Promise<Result>,
) => {
  const call = useApi();
  const client = useQueryClient();
  const readMoney = useRefreshLedger(caseId);
  const onSuccess = async () => {
    void readAgain(client, 'payment.changed', caseId);
    if (!(await readMoney())) sayNotRead();
  };
  const onError = (error: Error) => {
    if (isOutcomeUnknown(error) || (error instanceof ApiError && error.status === 409)) void onSuccess();
  };
  return useMutation({ mutationFn: (variables: Variables) => send(call, variables), onSuccess, onError });
};

export type NewPaymentBody = NonNullable<CallInput<typeof paymentEndpoints.record>['body']>;
export type PaymentBody = NonNullable<CallInput<typeof paymentEndpoints.update>['body']>;
export type RefundBody = NonNullable<CallInput<typeof paymentEndpoints.refund>['body']>;

interface NewRecord<Body> {
  body: Body;
  idempotencyKey: string;
}
interface ChangedRecord<Body> extends NewRecord<Body> {
  id: string;
}

/** Entered again after a lost response, even in a new form, a payment is recorded once. */
export const useRecordPayment = (caseId: string) =>
  useLedgerMutation(caseId, (call, { body, idempotencyKey }: NewRecord<NewPaymentBody>) =>
    keepIdempotencyKeyUntilResponse(body, idempotencyKey, () =>
      call(paymentEndpoints.record, { body }, { idempotencyKey }),
    ),
  );

export const useCorrectPayment = (caseId: string) =>
  useLedgerMutation(caseId, (call, { id, body, idempotencyKey }: ChangedRecord<PaymentBody>) =>
    call(paymentEndpoints.update, { params: { id }, body }, { idempotencyKey }),
  );

export const useRefund = (caseId: string) =>
  useLedgerMutation(
    caseId,
    (call, { id, kind, body, idempotencyKey }: ChangedRecord<RefundBody> & { kind: 'refund' | 'reversal' }) =>
      call(
        kind === 'refund' ? paymentEndpoints.refund : paymentEndpoints.reverse,
        { params: { id }, body },
        { idempotencyKey },
      ),
  );

export const useVoidPayment = (caseId: string) =>
  useLedgerMutation(
    caseId,
    (call, { id, reason, idempotencyKey }: { id: string; reason: string; idempotencyKey: string }) =>
      call(paymentEndpoints.delete, { params: { id }, query: { reason } }, { idempotencyKey }),
  );

/** The number goes into no cache. */
export const useCheckNumber = (caseId: string) =>
  useChange(
    (call, id: string) => call(ssnEndpoints.checkNumber, { params: { id } }),
    (_, __, client) => client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) }),
    { gcTime: 0 },
  );

/** The response replaces the cached receivables; history and due lists are read again. */
const useReceivablesMutation = <Variables>(
  caseId: string,
  send: (call: Call, variables: Variables) => Promise<Receivables>,
) =>
  useChange(send, (receivables, _, client) => {
    client.setQueryData(paymentKeys.receivables(caseId), receivables);
    void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
    void readAgain(client, 'figures');
    return client.invalidateQueries({ queryKey: paymentKeys.due });
  });

export type NewAssignmentBody = NonNullable<CallInput<typeof receivablesEndpoints.assign>['body']>;
export type AssignmentBody = NonNullable<CallInput<typeof receivablesEndpoints.change>['body']>;
export type PlanBody = NonNullable<CallInput<typeof receivablesEndpoints.setPlan>['body']>;

export const useAssignInsurance = (caseId: string) =>
  useReceivablesMutation(caseId, (call, { body, idempotencyKey }: NewRecord<NewAssignmentBody>) =>
    call(receivablesEndpoints.assign, { params: { id: caseId }, body }, { idempotencyKey }),
  );

export const useChangeAssignment = (caseId: string) =>
  useReceivablesMutation(caseId, (call, { id, body, idempotencyKey }: ChangedRecord<AssignmentBody>) =>
    call(receivablesEndpoints.change, { params: { id: caseId, assignmentId: id }, body }, { idempotencyKey }),
  );

export const useRemoveAssignment = (caseId: string) =>
  useReceivablesMutation(caseId, (call, { id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
    call(receivablesEndpoints.remove, { params: { id: caseId, assignmentId: id } }, { idempotencyKey }),
  );

export const useSetInstallments = (caseId: string) =>
  useReceivablesMutation(caseId, (call, { body, idempotencyKey }: NewRecord<PlanBody>) =>
    call(receivablesEndpoints.setPlan, { params: { id: caseId }, body }, { idempotencyKey }),
  );

/** The number goes into no cache. */
export const usePolicyNumber = (caseId: string) =>
  useChange(
    (call, id: string) => call(receivablesEndpoints.policyNumber, { params: { id: caseId, assignmentId: id } }),
    (_, __, client) => client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) }),
    { gcTime: 0 },
  );
