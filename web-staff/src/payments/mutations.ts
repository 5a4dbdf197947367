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

/** Reads again after success, after a lost response (the change may have been stored), and after a conflict. */
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

/** Entered again after a lost response, even in a new form, a payment is recorded once. */
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

/** The number goes into no cache. */
export const useCheckNumber = (caseId: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(ssnEndpoints.checkNumber, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) }),
    gcTime: 0,
  });
};
