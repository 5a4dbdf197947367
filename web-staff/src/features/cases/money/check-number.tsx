import { Button } from '@mantine/core';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { useCheckNumber } from '../../../entities/payments/mutations.ts';
import { useCan } from '../../../entities/profile/current-user.ts';
import { toastFailure } from '../../../ui/toasts.tsx';

/** Masked; whoever may asks for the whole number, which goes on record, and puts it away again (D3 §2). */
export const CheckNumber = ({ payment }: { payment: Payment }) => {
  const can = useCan();
  const revealing = useCheckNumber(payment.case);
  const shown = revealing.data?.check_number;
  if (!payment.check_number_masked) return null;
  const toggle = () => (shown ? revealing.reset() : revealing.mutate(payment.id, { onError: toastFailure }));
  return (
    <>
      {shown ?? payment.check_number_masked}{' '}
      {can('payment:check-number') && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={revealing.isPending}
          aria-label={`${shown ? 'Hide' : 'Show'} check number of ${payment.receipt_number}`}
          onClick={toggle}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      )}
    </>
  );
};
