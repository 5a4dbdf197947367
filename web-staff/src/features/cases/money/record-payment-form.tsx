import { Button, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import { isBlank } from '#domain/forms/field.ts';
import { isRequired, isShown } from '#domain/forms/rules.ts';
import { paymentFields, paymentRules } from '#domain/payments/payment.fields.ts';
import { isUnusuallyHigh, keptPayment, paymentFaults } from '#domain/payments/payment.rules.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { type Cents, formatMoney, parseMoney, toDecimal } from '#domain/values/money.ts';
import { useIdempotencyKey } from '../../../api/idempotency-key.ts';
import { type NewPaymentBody, useRecordPayment } from '../../../entities/payments/mutations.ts';
import { RadioControl } from '../../../ui/fields/choice-controls.tsx';
import { type DrawField, FieldGrid, type FormValues } from '../../../ui/fields/field-control.tsx';
import { textOf } from '../../../ui/fields/field-shape.ts';
import { Notice } from '../../../ui/notice.tsx';
import { failureText, toastError, toastProgress, toastSuccess } from '../../../ui/toasts.tsx';
import classes from './money.module.css';

/** Method first, since it decides what else is asked; then the money, and from whom and for what it came. */
const order = [
  'payment_method',
  'amount',
  'payment_date',
  'check_number',
  'other_method_description',
  'received_from',
  'payment_for',
  'notes',
] as const;
const fields = order.flatMap((name) => paymentFields.filter((field) => field.name === name));

const drawMethod: DrawField = (props) => <RadioControl {...props} />;

/** Hidden while it is typed, with a way to look at it (D3 §2). */
const CheckNumber = ({ field, value, onChange, onBlur, error, required, inputRef }: Parameters<DrawField>[0]) => {
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextInput
      ref={inputRef}
      label={field.label}
      data-field={field.name}
      type={shown ? 'text' : 'password'}
      autoComplete="off"
      maxLength={field.maxLength}
      withAsterisk={required ?? false}
      aria-required={required}
      value={textOf(value)}
      error={error}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={44}
      rightSection={
        <Button
          variant="subtle"
          px={8}
          aria-label={shown ? 'Hide check number' : 'Show check number'}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
        </Button>
      }
    />
  );
};

const special: Record<string, DrawField> = {
  payment_method: drawMethod,
  check_number: (props) => <CheckNumber {...props} />,
};

interface RecordPaymentFormProps {
  caseId: string;
  today: string;
  /** Cents. */
  contractTotal: Cents;
  paid: Cents;
  /** Who pays most likely. */
  receivedFrom: string;
  onDone: () => void;
}

/** What is owed stands in the amount, today in the date; the button waits until all that is asked is there (D3 §5). */
export const RecordPaymentForm = (props: RecordPaymentFormProps) => {
  const { caseId, today, contractTotal, paid, receivedFrom, onDone } = props;
  const context = { today };
  const due = contractTotal - paid;
  const recording = useRecordPayment(caseId);
  const keyFor = useIdempotencyKey();
  const sending = useRef(false);
  const resolver: Resolver<FormValues> = (values) => {
    const errors = Object.entries(paymentFaults(values, context)).map(([name, [message]]) => [
      name,
      { type: 'rule', message },
    ]);
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
  };
  const { control, handleSubmit, setError, setValue, getValues } = useForm<FormValues>({
    mode: 'onTouched',
    resolver,
    defaultValues: {
      ...Object.fromEntries(fields.map(({ name, defaultValue }) => [name, defaultValue])),
      amount: due > 0 ? toDecimal(due) : '',
      payment_date: today,
      received_from: receivedFrom,
    },
  });
  const { shown, required, isComplete, isHigh, after } = useWatch({
    control,
    compute: (values: FormValues) => {
      const asked = fields.filter((field) => isShown(paymentRules, field, values, context));
      const needed = asked.filter((field) => isRequired(paymentRules, field, values, context)).map(({ name }) => name);
      const amount = parseMoney(textOf(values.amount ?? ''));
      return {
        shown: asked.map(({ name }) => name),
        required: needed,
        isComplete: needed.every((name) => !isBlank(values[name])),
        isHigh: amount !== null && isUnusuallyHigh(contractTotal, paid, amount),
        after: amount === null || contractTotal === 0 ? null : due - amount,
      };
    },
  });
  const submit = handleSubmit(async (values) => {
    // The second tap of a double one comes before the button is drawn as busy.
    if (sending.current) return;
    sending.current = true;
    const body = { ...keptPayment(values, context), case: caseId } as NewPaymentBody;
    const done = toastProgress('Recording payment...');
    try {
      await recording.mutateAsync({ body, idempotencyKey: keyFor(body) });
      toastSuccess('Payment recorded successfully!');
      onDone();
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
      <FieldGrid
        control={control}
        fields={fields.filter(({ name }) => shown.includes(name))}
        required={new Set(required)}
        special={{
          ...special,
          payment_method: (drawn) =>
            drawMethod({
              ...drawn,
              onChange: (method) => {
                // Another method asks for nothing that was entered for the former (D3 §4).
                setValue('check_number', '');
                setValue('other_method_description', '');
                drawn.onChange(method);
              },
            }),
        }}
      />
      {isHigh && <Notice tone="warning">{paymentMessages.unusuallyHigh}</Notice>}
      {after !== null && !isHigh && (
        <p className={classes.label}>
          After this payment {after < 0 ? 'the overpayment is' : 'the balance due is'} {formatMoney(Math.abs(after))}.
        </p>
      )}
      <Button type="submit" size="md" fullWidth disabled={!isComplete} loading={recording.isPending}>
        Record Payment
      </Button>
    </form>
  );
};
