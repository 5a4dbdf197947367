import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { paymentErrors } from '#domain/payments/payment.rules.ts';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { isMaskedCheckNumber } from '#domain/payments/payment.values.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { useValuesForm } from '../../ui/fields/use-values-form.ts';
import { useUnsavedPanelGuard } from '../../ui/page/side-panel.tsx';
import { type PaymentBody, useCorrectPayment } from '../mutations.ts';
import { PaymentGrid, paymentFormFields } from './payment-fields.tsx';
import classes from './payments.module.css';

const reasonField = { name: 'reason', label: 'Reason for correction', kind: 'text', maxLength: 500 } as const;

/** What a payment says, as the form holds it; the number of its check is not known here, and blank stands for it. */
const valuesOf = (entry: Payment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    paymentFormFields.map(({ name }) => [
      name,
      name === 'check_number' && isMaskedCheckNumber(entry.check_number) ? '' : entry[name],
    ]),
  );

interface CorrectPaymentFormProps {
  entry: Payment;
  /** Whether it was returned, so that its amount stays. */
  wasReturned: boolean;
  today: string;
  onDone: () => void;
}

/** Corrects what was entered of a payment, with why; the history of the case keeps what it said before. */
export const CorrectPaymentForm = ({ entry, wasReturned, today, onDone }: CorrectPaymentFormProps) => {
  const context = { today, keepsCheckNumber: entry.check_number_masked !== '' };
  const correcting = useCorrectPayment(entry.case);
  const keyFor = useIdempotencyKey();
  const before = valuesOf(entry);
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string>();
  const form = useValuesForm(before, (values) => paymentErrors(values, context));
  const changed = Object.entries(form.values).filter(([name, value]) => value !== before[name]);
  const isChanged = changed.length > 0;
  useUnsavedPanelGuard(isChanged || reason !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    if (!reason.trim()) return setReasonError(paymentMessages.reasonRequired);
    const body = { ...Object.fromEntries(changed), reason, version: entry.version } as PaymentBody;
    try {
      await correcting.mutateAsync({ id: entry.id, body, idempotencyKey: keyFor(body) });
      toastSuccess('Payment corrected');
      onDone();
    } catch (error) {
      if (!form.refuse(error)) toastFailure(error);
    }
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="Correct payment">
      <p className={classes.label}>
        {entry.receipt_number} keeps its receipt number. The original stays in the case history.
      </p>
      <PaymentGrid
        {...{ form, context }}
        storedCheck={entry.check_number_masked}
        fixedAmount={wasReturned ? paymentMessages.reversedStays : undefined}
      />
      <FieldInput
        required
        field={reasonField}
        value={reason}
        error={reasonError}
        onChange={(value) => {
          setReason(asString(value));
          setReasonError(undefined);
        }}
      />
      <Button type="submit" size="md" fullWidth disabled={!isChanged} loading={correcting.isPending}>
        Correct
      </Button>
    </form>
  );
};
