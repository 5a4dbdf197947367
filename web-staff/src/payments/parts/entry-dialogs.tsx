import { Text } from '@mantine/core';
import { useState } from 'react';
import { type RuledEntry, refundOffered, returnError } from '#domain/payments/ledger.rules.ts';
import { entryLabel, paymentMethodOptions } from '#domain/payments/ledger-entry.ts';
import { paymentErrors } from '#domain/payments/payment.rules.ts';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { type Cents, formatMoney, toCents, toDecimal } from '#domain/shared/values/money.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { errorsByField } from '../../ui/feedback/field-errors.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { type FieldShape, focusedFirst } from '../../ui/fields/use-values-form.ts';
import { type RefundBody, useRefund, useVoidPayment } from '../mutations.ts';
import { useOtherMethods } from '../queries.ts';
import { CheckNumberInput } from './record-payment-form.tsx';

export type EntryAction = 'void' | 'refund' | 'reversal';

const returnLabel = (entry: Payment): string => entryLabel({ ...entry, kind: 'reversal' });
const titleOf = (action: EntryAction, entry: Payment): string =>
  ({ void: 'Void this entry', refund: 'Refund', reversal: returnLabel(entry) })[action];
const texts: Record<EntryAction, string> = {
  void: 'It stays in the ledger, crossed out with your reason, and no longer counts toward the balance.',
  refund: 'The refund is recorded as a separate entry. The payment does not change.',
  reversal: 'It did not go through, and counts as owed again.',
};

const reasonField = { name: 'reason', label: 'Reason', kind: 'text', maxLength: 500 } as const;
/** Insurance is only a method of receipt: its refund is a check. */
const refundFields: readonly FieldShape[] = [
  { name: 'amount', label: 'Amount', kind: 'money', inputmode: 'decimal', maxLength: 16 },
  { name: 'payee', label: 'Paid to', kind: 'text', maxLength: 200 },
  { name: 'payment_date', label: 'Date', kind: 'date' },
  {
    name: 'payment_method',
    label: 'Method',
    kind: 'select',
    options: paymentMethodOptions.filter(({ value }) => value !== 'insurance'),
  },
  { name: 'check_number', label: 'Refund check number', kind: 'text', maxLength: 20 },
  { name: 'other_method_description', label: 'Description', kind: 'text', maxLength: 100 },
];

type Faults = Record<string, string | undefined>;
const firstOf = (errors: Readonly<Record<string, readonly string[]>>): Faults =>
  Object.fromEntries(
    Object.entries(errors).map(([name, [message]]) => [name === 'received_from' ? 'payee' : name, message]),
  );

interface EntryDialogProps {
  caseId: string;
  entry: Payment;
  action: EntryAction;
  today: string;
  /** Cents; below 0 if overpaid. */
  balance: Cents;
  onClose: () => void;
}

export const EntryDialog = ({ caseId, entry, action, today, balance, onClose }: EntryDialogProps) => {
  const voiding = useVoidPayment(caseId);
  const giving = useRefund(caseId);
  const keyFor = useIdempotencyKey();
  const payment: RuledEntry = {
    id: entry.id,
    kind: entry.kind,
    status: entry.status,
    refund_of: entry.refund_of,
    payment_date: entry.payment_date,
    amount_cents: toCents(entry.amount),
    returned_cents: toCents(entry.amount_returned),
  };
  const [values, setValues] = useState<Record<string, string>>({
    reason: '',
    amount: toDecimal(refundOffered(payment, balance)),
    payee: entry.received_from,
    payment_date: today < entry.payment_date ? entry.payment_date : today,
    payment_method: entry.payment_method === 'insurance' ? 'check' : entry.payment_method,
    check_number: '',
    other_method_description: entry.other_method_description,
  });
  const [errors, setErrors] = useState<Faults>({});
  const suggestions = useOtherMethods(action === 'refund' && values.payment_method === 'other');
  const asked = refundFields.filter(
    ({ name }) =>
      (action === 'refund' || (action === 'reversal' && name === 'payment_date')) &&
      (name !== 'check_number' || values.payment_method === 'check') &&
      (name !== 'other_method_description' || values.payment_method === 'other'),
  );
  const names = asked.map(({ name }) => name);
  const body = {
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    reason: values.reason ?? '',
    ...(action === 'refund' && { version: entry.version }),
  } as RefundBody;

  const judged = (): Faults => {
    const reason = values.reason?.trim() ? undefined : paymentMessages.reasonRequired;
    if (action === 'void') return { reason };
    const amount_cents = action === 'refund' ? toCents(values.amount ?? '') : payment.amount_cents;
    const error = returnError(action, payment, { amount_cents, payment_date: values.payment_date ?? '' });
    const found = firstOf(paymentErrors({ ...values, received_from: values.payee }, { today }));
    const ofFields = Object.fromEntries(names.map((name) => [name, found[name]]));
    return { ...ofFields, ...(error?.field && !found[error.field] && { [error.field]: error.message }), reason };
  };
  const send = async () => {
    const { reason } = body;
    if (action === 'void')
      return void (await voiding.mutateAsync({ id: entry.id, reason, idempotencyKey: keyFor({ action, reason }) }));
    await giving.mutateAsync({ id: entry.id, kind: action, body, idempotencyKey: keyFor({ action, body }) });
  };
  const submit = async () => {
    const found = judged();
    setErrors(found);
    if (Object.values(found).some(Boolean)) return;
    try {
      await send();
      const returned = `${returnLabel(entry)} recorded`;
      toastSuccess({ void: 'Entry voided', refund: 'Refund recorded', reversal: returned }[action]);
      onClose();
    } catch (error) {
      const refused = firstOf(errorsByField(error));
      setErrors(refused);
      if (Object.keys(refused).length === 0) toastFailure(error);
    }
  };
  const first = names.includes('check_number') ? 'check_number' : action === 'refund' ? 'amount' : 'reason';
  const fields = [...asked, reasonField];
  return (
    <FormDialog
      title={titleOf(action, entry)}
      submit={action === 'reversal' ? `Record ${returnLabel(entry).toLowerCase()}` : titleOf(action, entry)}
      danger={action !== 'refund'}
      busy={voiding.isPending || giving.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        {entry.receipt_number}, {formatMoney(payment.amount_cents)} from {entry.received_from}. {texts[action]}
        {action === 'reversal' &&
          payment.returned_cents > 0 &&
          ` The ${formatMoney(payment.returned_cents)} that was refunded stays refunded, so the family owes that too.`}
      </Text>
      {fields.map((field) => {
        const Input = field.name === 'check_number' ? CheckNumberInput : FieldInput;
        return (
          <Input
            key={field.name}
            required
            field={field.name === 'other_method_description' ? { ...field, suggestions } : field}
            value={values[field.name] ?? ''}
            error={errors[field.name]}
            inputRef={field.name === first ? focusedFirst : undefined}
            onChange={(value) => setValues((now) => ({ ...now, [field.name]: asString(value) }))}
          />
        );
      })}
    </FormDialog>
  );
};
