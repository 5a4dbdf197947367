import type { Payment } from '#domain/payments/payment.schema.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { toastFailure } from '../../ui/feedback/toasts.tsx';
import { MaskedNumber } from '../../ui/masked-number.tsx';
import { useCheckNumber } from '../mutations.ts';

/** Masked until authorized staff request the whole number, which is audited; they can hide it again (D3 §2). */
export const CheckNumber = ({ payment }: { payment: Payment }) => {
  const can = useCan();
  const revealing = useCheckNumber(payment.case);
  const whole = revealing.data?.check_number;
  if (!payment.check_number_masked) return null;
  const toggle = () => (whole ? revealing.reset() : revealing.mutate(payment.id, { onError: toastFailure }));
  return (
    <MaskedNumber
      masked={payment.check_number_masked}
      whole={whole}
      name={`check number of ${payment.receipt_number}`}
      onToggle={can('payment:check-number') ? toggle : undefined}
      busy={revealing.isPending}
    />
  );
};
