import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { ssnEndpoints } from '#domain/ssn/ssn.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { toastError } from '../../ui/toasts.tsx';
import { caseKeys } from '../cases/keys.ts';
import { customerKeys } from '../customers/keys.ts';
import { figuresFollow } from '../insight/figures-follow.ts';
import { paymentKeys } from './keys.ts';

/** Reads the ledger of a case, what is to come and the case itself again; answers whether all of them were read. */
export const useMoneyRead = (caseId: string) => {
  const client = useQueryClient();
  return (): Promise<boolean> =>
    Promise.all(
      [caseKeys.one(caseId), paymentKeys.all].map((queryKey) =>
        client.invalidateQueries({ queryKey }, { throwOnError: true }),
      ),
    ).then(
      () => true,
      () => false,
    );
};

/** After a change of a case's ledger: ledger and case are read again, and whoever shows sums of them. */
const useLedgerChange = (caseId: string) => {
  const client = useQueryClient();
  const readAgain = useMoneyRead(caseId);
  return async () => {
    for (const queryKey of [caseKeys.auditLog(caseId), customerKeys.all]) void client.invalidateQueries({ queryKey });
    void figuresFollow(client);
    if (!(await readAgain())) toastError('Failed to refresh data');
  };
};

export type NewPaymentBody = NonNullable<CallInput<typeof paymentEndpoints.record>['body']>;
export type RefundBody = NonNullable<CallInput<typeof paymentEndpoints.refund>['body']>;

/** Sent again under the same key after a lost answer, a payment is recorded once. */
export const useRecordPayment = (caseId: string) => {
  const call = useApi();
  const changed = useLedgerChange(caseId);
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewPaymentBody; idempotencyKey: string }) =>
      call(paymentEndpoints.record, { body }, { idempotencyKey }),
    onSuccess: changed,
  });
};

export type PaymentBody = NonNullable<CallInput<typeof paymentEndpoints.update>['body']>;

export const useCorrectPayment = (caseId: string) => {
  const call = useApi();
  const changed = useLedgerChange(caseId);
  return useMutation({
    mutationFn: ({ id, body, idempotencyKey }: { id: string; body: PaymentBody; idempotencyKey: string }) =>
      call(paymentEndpoints.update, { params: { id }, body }, { idempotencyKey }),
    onSuccess: changed,
  });
};

export const useGiveBack = (caseId: string) => {
  const call = useApi();
  const changed = useLedgerChange(caseId);
  return useMutation({
    mutationFn: ({ id, kind, body, idempotencyKey }: GiveBack) =>
      kind === 'refund'
        ? call(paymentEndpoints.refund, { params: { id }, body }, { idempotencyKey })
        : call(paymentEndpoints.reverse, { params: { id }, body: { reason: body.reason } }, { idempotencyKey }),
    onSuccess: changed,
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
  const changed = useLedgerChange(caseId);
  return useMutation({
    mutationFn: ({ id, reason, idempotencyKey }: { id: string; reason: string; idempotencyKey: string }) =>
      call(paymentEndpoints.delete, { params: { id }, query: { reason } }, { idempotencyKey }),
    onSuccess: changed,
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
