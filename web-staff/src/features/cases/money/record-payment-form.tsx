import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import { isBlank } from '#domain/forms/field.ts';
import { isUnusuallyHigh, keptPayment } from '#domain/payments/payment.rules.ts';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { type Cents, formatMoney, parseMoney, toDecimal } from '#domain/values/money.ts';
import { useIdempotencyKey } from '../../../api/idempotency-key.ts';
import { type NewPaymentBody, useRecordPayment } from '../../../entities/payments/mutations.ts';
import type { FormValues } from '../../../ui/fields/field-control.tsx';
import { textOf } from '../../../ui/fields/field-shape.ts';
import { Notice } from '../../../ui/notice.tsx';
import { failureText, toastError, toastProgress, toastSuccess } from '../../../ui/toasts.tsx';
import classes from './money.module.css';
import { askedOf, PaymentGrid, paymentFormFields, paymentResolver } from './payment-fields.tsx';

/** What the button waits for, by the name that stands above it. */
const labelOf = (name: string): string => paymentFormFields.find((field) => field.name === name)?.label ?? name;

interface RecordPaymentFormProps {
  caseId: string;
  today: string;
  /** Cents. */
  contractTotal: Cents;
  paid: Cents;
  /** Who pays most likely. */
  receivedFrom: string;
  /** What stands in the form instead, such as what an insurer is to pay. */
  begin?: FormValues;
  /** The insurance assignment that it settles. */
  assignment?: string;
  onDone: (payment: Payment) => void;
}

/** What is owed stands in the amount, today in the date; the button waits until all that is asked is there (D3 §5). */
export const RecordPaymentForm = (props: RecordPaymentFormProps) => {
  const { caseId, today, contractTotal, paid, receivedFrom, begin, assignment, onDone } = props;
  const context = { today };
  const due = contractTotal - paid;
  const recording = useRecordPayment(caseId);
  const keyFor = useIdempotencyKey();
  const sending = useRef(false);
  const { control, handleSubmit, setError, setValue, getValues } = useForm<FormValues>({
    mode: 'onTouched',
    resolver: paymentResolver(context),
    defaultValues: {
      ...Object.fromEntries(paymentFormFields.map(({ name, defaultValue }) => [name, defaultValue])),
      amount: due > 0 ? toDecimal(due) : '',
      payment_date: today,
      received_from: receivedFrom,
      ...begin,
    },
  });
  const { lacking, isHigh, after } = useWatch({
    control,
    compute: (values: FormValues) => {
      const amount = parseMoney(textOf(values.amount ?? ''));
      return {
        lacking: askedOf(values, context).required.filter((name) => isBlank(values[name])),
        isHigh: amount !== null && isUnusuallyHigh(contractTotal, paid, amount),
        after: amount === null || contractTotal === 0 ? null : due - amount,
      };
    },
  });
  const submit = handleSubmit(async (values) => {
    // The second tap of a double one comes before the button is drawn as busy.
    if (sending.current) return;
    sending.current = true;
    const settles = assignment === undefined ? {} : { assignment };
    const body = { ...keptPayment(values, context), case: caseId, ...settles } as NewPaymentBody;
    const done = toastProgress('Recording payment...');
    try {
      const payment = await recording.mutateAsync({ body, idempotencyKey: keyFor(body) });
      toastSuccess('Payment recorded successfully!');
      onDone(payment);
    } catch (error) {
      const faults = error instanceof ApiError ? Object.entries(fieldErrors(error.body)) : [];
      for (const [name, [message]] of faults) if (name in getValues()) setError(name, { type: 'server', message });
      const text = error instanceof ApiError && error.status === 409 ? failureText(error) : undefined;
      toastError(text ?? 'Failed to record payment. Please try again.');
    } finally {
      done();
      sending.current = false;
    }
  });
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="Record Payment">
      <PaymentGrid control={control} setValue={setValue} context={context} />
      {isHigh && <Notice tone="warning">{paymentMessages.unusuallyHigh}</Notice>}
      {after !== null && !isHigh && (
        <p className={classes.label}>
          After this payment {after < 0 ? 'the overpayment is' : 'the balance due is'} {formatMoney(Math.abs(after))}.
        </p>
      )}
      <Button type="submit" size="md" fullWidth disabled={lacking.length > 0} loading={recording.isPending}>
        Record Payment
      </Button>
      {lacking.length > 0 && <p className={classes.label}>Still to enter: {lacking.map(labelOf).join(', ')}</p>}
    </form>
  );
};
