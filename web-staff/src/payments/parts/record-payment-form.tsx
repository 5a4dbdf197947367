import { Anchor, Button, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { paymentFields as domainFields, type PaymentContext, paymentRules } from '#domain/payments/payment.fields.ts';
import { cleanPayment, isUnusuallyHigh, paymentErrors } from '#domain/payments/payment.rules.ts';
import type { Ledger, Payment } from '#domain/payments/payment.schema.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { ApiError, isOutcomeUnknown } from '#domain/shared/contract/client.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { isRequired, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { type Cents, formatMoney, parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { kinIn, nameOfKin } from '../../cases/parts/kin-entries.ts';
import { usePrint } from '../../documents/parts/paper-button.tsx';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { failureText, toastError, toastProgress, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldCells, type FormValues } from '../../ui/fields/field-grid.tsx';
import { FieldInput, RadioControl } from '../../ui/fields/field-input.tsx';
import { type FieldInputProps, useValuesForm, type ValuesForm } from '../../ui/fields/use-values-form.ts';
import { useUnsavedPanelGuard } from '../../ui/page/side-panel.tsx';
import { paymentKeys } from '../keys.ts';
import { type NewPaymentBody, useRecordPayment } from '../mutations.ts';
import { useOtherMethods } from '../queries.ts';
import classes from './payments.module.css';

const isMethod = ({ name }: { name: string }): boolean => name === 'payment_method';

/** The method comes first, because it decides which fields appear. */
export const paymentFormFields = [
  ...domainFields.filter(isMethod),
  ...domainFields.filter((field) => !isMethod(field)),
];

const askedOf = (values: Values, context: PaymentContext) => {
  const asked = paymentFormFields.filter((field) => isShown(paymentRules, field, values, context));
  return {
    shown: asked.map(({ name }) => name),
    required: asked.filter((field) => isRequired(paymentRules, field, values, context)).map(({ name }) => name),
  };
};

/** Hidden while typed, with a button to show it (D3 §2). */
export const CheckNumberInput = ({ field, value, onChange, onBlur, error, required, inputRef }: FieldInputProps) => {
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextInput
      ref={inputRef}
      label={field.label}
      description={field.help}
      data-field={field.name}
      type={shown ? 'text' : 'password'}
      autoComplete="off"
      maxLength={field.maxLength}
      withAsterisk={required ?? false}
      aria-required={required}
      value={asString(value)}
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

interface PaymentGridProps {
  form: ValuesForm;
  context: PaymentContext;
  /** The stored check number, masked; a blank field keeps it. */
  storedCheck?: string;
  fixedAmount?: string | undefined;
}

export const PaymentGrid = ({ form, context, storedCheck, fixedAmount }: PaymentGridProps) => {
  const suggestions = useOtherMethods(form.values.payment_method === 'other');
  const asked = askedOf(form.values, context);
  const [shown, required] = [new Set<string>(asked.shown), new Set<string>(asked.required)];
  const help = storedCheck ? `Leave blank to keep ${storedCheck}.` : undefined;
  const draw = (props: FieldInputProps) => {
    if (props.field.name === 'check_number')
      return <CheckNumberInput {...props} field={help ? { ...props.field, help } : props.field} />;
    if (props.field.name === 'amount' && fixedAmount)
      return (
        <TextInput
          readOnly
          variant="filled"
          label={props.field.label}
          description={fixedAmount}
          value={asString(props.value)}
        />
      );
    if (props.field.name === 'other_method_description')
      return <FieldInput {...props} field={{ ...props.field, suggestions }} />;
    if (props.field.name !== 'payment_method') return <FieldInput {...props} />;
    return (
      <RadioControl
        {...props}
        onChange={(method) => {
          // Another method has no check number (D3 §4).
          form.clear('check_number');
          form.clear('other_method_description');
          props.onChange(method);
        }}
      />
    );
  };
  return (
    <FieldCells fields={paymentFormFields.filter(({ name }) => shown.has(name))}>
      {(field) => draw({ ...form.bind(field), required: required.has(field.name) })}
    </FieldCells>
  );
};

const labelOf = (name: string): string => paymentFormFields.find((field) => field.name === name)?.label ?? name;

const knownAlready = 'This payment was already recorded. It appears once in the payment history.';

/** Returns the payer to propose: the purchaser, else the first next of kin. */
export const payerOf = ({ next_of_kins, sections }: Pick<Case, 'next_of_kins' | 'sections'>): string => {
  const [nextOfKin] = kinIn(next_of_kins);
  const purchaser = asString(sections.informant?.values.informant_name ?? '');
  return purchaser || (nextOfKin ? nameOfKin(nextOfKin) : '');
};

/** Before a contract it is a deposit; after a first payment the rest. */
const usualPurpose = (contractTotal: Cents, paid: Cents): string => {
  if (contractTotal === 0) return 'Deposit';
  return paid > 0 && paid < contractTotal ? 'Balance' : '';
};

interface RecordPaymentFormProps {
  caseId: string;
  today: string;
  /** Cents. */
  contractTotal: Cents;
  paid: Cents;
  receivedFrom: string;
  begin?: FormValues;
  assignment?: string;
  onDone: (payment: Payment) => void;
}

const linksMs = 8000;

const RecordedLinks = ({ payment }: { payment: Payment }) => {
  const receipt = usePrint('receipt');
  return (
    <>
      <Anchor component={Link} to={`${paths.case(payment.case)}?section=financial`} inherit underline="always">
        Show payment
      </Anchor>{' '}
      <Button
        variant="subtle"
        size="compact-sm"
        loading={receipt.isPending}
        onClick={() => receipt.mutate({ id: payment.id })}
      >
        Receipt {payment.receipt_number}
      </Button>
    </>
  );
};

/** Defaults to amount owed and today; the button is disabled until all required fields have values (D3 §5). */
export const RecordPaymentForm = (props: RecordPaymentFormProps) => {
  const { caseId, today, contractTotal, paid, receivedFrom, begin, assignment, onDone } = props;
  const context = { today };
  const due = contractTotal - paid;
  const recording = useRecordPayment(caseId);
  const keyFor = useIdempotencyKey();
  const client = useQueryClient();
  const sending = useRef(false);
  const [mayBeRecorded, setMayBeRecorded] = useState(false);
  const form = useValuesForm(
    {
      ...Object.fromEntries(paymentFormFields.map(({ name, defaultValue }) => [name, defaultValue])),
      amount: due > 0 ? toDecimal(due) : '',
      payment_date: today,
      received_from: receivedFrom,
      payment_for: usualPurpose(contractTotal, paid),
      ...begin,
    },
    (values) => paymentErrors(values, context),
  );
  const amount = parseMoney(asString(form.values.amount ?? ''));
  const lacking = askedOf(form.values, context).required.filter((name) => isBlank(form.values[name]));
  const isHigh = amount !== null && isUnusuallyHigh(contractTotal, paid, amount);
  const after = amount === null || contractTotal === 0 ? null : due - amount;
  useUnsavedPanelGuard(form.isChanged);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The second tap of a double tap comes before the button is disabled.
    if (sending.current || !form.check()) return;
    sending.current = true;
    setMayBeRecorded(false);
    const settles = assignment === undefined ? {} : { assignment };
    const body = { ...cleanPayment(form.values, context), case: caseId, ...settles } as NewPaymentBody;
    const before = client.getQueryData<Ledger>(paymentKeys.ledger(caseId))?.payments ?? [];
    const done = toastProgress('Recording payment...');
    try {
      const payment = await recording.mutateAsync({ body, idempotencyKey: keyFor(body) });
      const isKnown = before.some(({ id }) => id === payment.id);
      toastSuccess(
        <>
          {isKnown ? knownAlready : 'Payment recorded successfully!'} <RecordedLinks payment={payment} />
        </>,
        linksMs,
      );
      onDone(payment);
    } catch (error) {
      form.refuse(error);
      setMayBeRecorded(isOutcomeUnknown(error));
      const text = error instanceof ApiError && error.status === 409 ? failureText(error) : undefined;
      toastError(text ?? 'Failed to record payment. Please try again.');
    } finally {
      done();
      sending.current = false;
    }
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="Record Payment">
      <PaymentGrid form={form} context={context} />
      {isHigh && <Notice tone="warning">{paymentMessages.unusuallyHigh}</Notice>}
      {after !== null && !isHigh && (
        <p className={classes.label}>
          After this payment {after < 0 ? 'the overpayment is' : 'the balance due is'} {formatMoney(Math.abs(after))}.
        </p>
      )}
      {mayBeRecorded && (
        <Notice tone="problem" title="This payment may already be recorded">
          Check the payment history. If the payment is not there, click Record Payment again. It will not be recorded
          twice.
        </Notice>
      )}
      <div className={classes.submit}>
        {lacking.length > 0 && <p className={classes.label}>Still needed: {lacking.map(labelOf).join(', ')}</p>}
        <Button type="submit" size="md" fullWidth disabled={lacking.length > 0} loading={recording.isPending}>
          Record Payment
        </Button>
      </div>
    </form>
  );
};
