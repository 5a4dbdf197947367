import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ssnEndpoints } from '#domain/cases/ssn.endpoints.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { ApiError, isOutcomeUnknown } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { readAgain } from '../api/cache.ts';
import { keepIdempotencyKeyUntilResponse } from '../api/idempotency-key.ts';
import { caseKeys } from '../cases/keys.ts';
import { toastError } from '../ui/feedback/toasts.tsx';

/** Reads the ledger of a case, what is to come and the case itself again; answers whether all of them were read. */
export const useRefreshLedger = (caseId: string) => {
  const client = useQueryClient();
  return (): Promise<boolean> =>
    readAgain(client, 'ledger.changed', caseId, { throwOnError: true }).then(
      () => true,
      () => false,
    );
};

/** Says it after what the form says of its success, which takes away whatever was said before. */
const sayNotRead = (): void => void setTimeout(() => toastError('Failed to refresh data'));

/**
 * After a change of a case's ledger: ledger and case are read again, and whoever shows sums of them. Also after a lost
 * answer, since the change may have been made, and after a conflict, as somebody else has changed it.
 */
const useLedgerChange = (caseId: string) => {
  const client = useQueryClient();
  const readMoney = useRefreshLedger(caseId);
  const onSuccess = async () => {
    void readAgain(client, 'payment.changed', caseId);
    if (!(await readMoney())) sayNotRead();
  };
  const onError = (error: Error) => {
    if (isOutcomeUnknown(error) || (error instanceof ApiError && error.status === 409)) void onSuccess();
  };
  return { onSuccess, onError };
};

export type NewPaymentBody = NonNullable<CallInput<typeof paymentEndpoints.record>['body']>;
export type RefundBody = NonNullable<CallInput<typeof paymentEndpoints.refund>['body']>;

/**
 * Sent again under the same key after a lost answer, a payment is recorded once: whoever closes the form meanwhile and
 * enters the same again sends it under that key too.
 */
export const useRecordPayment = (caseId: string) => {
  const call = useApi();
  const change = useLedgerChange(caseId);
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewPaymentBody; idempotencyKey: string }) =>
      keepIdempotencyKeyUntilResponse(body, idempotencyKey, () =>
        call(paymentEndpoints.record, { body }, { idempotencyKey }),
      ),
    ...change,
  });
};

export type PaymentBody = NonNullable<CallInput<typeof paymentEndpoints.update>['body']>;

export const useCorrectPayment = (caseId: string) => {
  const call = useApi();
  const change = useLedgerChange(caseId);
  return useMutation({
    mutationFn: ({ id, body, idempotencyKey }: { id: string; body: PaymentBody; idempotencyKey: string }) =>
      call(paymentEndpoints.update, { params: { id }, body }, { idempotencyKey }),
    ...change,
  });
};

export const useRefund = (caseId: string) => {
  const call = useApi();
  const change = useLedgerChange(caseId);
  return useMutation({
    mutationFn: ({ id, kind, body, idempotencyKey }: GiveBack) =>
      call(
        kind === 'refund' ? paymentEndpoints.refund : paymentEndpoints.reverse,
        { params: { id }, body },
        { idempotencyKey },
      ),
    ...change,
  });
};
interface GiveBack {
  id: string;
  kind: 'refund' | 'reversal';
  body: RefundBody;
  idempotencyKey: string;
}

export const useVoidPayment = (caseId: string) => {
  const call = useApi();
  const change = useLedgerChange(caseId);
  return useMutation({
    mutationFn: ({ id, reason, idempotencyKey }: { id: string; reason: string; idempotencyKey: string }) =>
      call(paymentEndpoints.delete, { params: { id }, query: { reason } }, { idempotencyKey }),
    ...change,
  });
};

/** The number goes to whoever asked and nowhere else: into no cache. */
export const useCheckNumber = (caseId: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(ssnEndpoints.checkNumber, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) }),
    gcTime: 0,
  });
};
