import { Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { amountFault } from '#domain/payments/payment.values.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { formatMoney, parseMoney, toDecimal } from '#domain/values/money.ts';
import { textOf } from '#domain/values/text-of.ts';
import { useIdempotencyKey } from '../../../api/idempotency-key.ts';
import { useGiveBack, useVoidPayment } from '../../../entities/payments/mutations.ts';
import { DialogButtons } from '../../../ui/feedback/dialog-buttons.tsx';
import { faultsByField } from '../../../ui/feedback/field-faults.ts';
import { toastFailure, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { FieldInput } from '../../../ui/fields/field-input.tsx';
import { focusedFirst } from '../../../ui/fields/focused-first.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';

/** What is to be done about an entry of the ledger. */
export type EntryDeed = 'void' | 'refund' | 'reversal';

const titles: Record<EntryDeed, string> = {
  void: 'Void this entry',
  refund: 'Refund',
  reversal: 'Reverse this payment',
};
const texts: Record<EntryDeed, string> = {
  void: 'It stays in the ledger, crossed out, with your reason, and no longer counts.',
  refund: 'The refund becomes an entry of its own. The payment stays as it is.',
  reversal: 'For a payment that did not hold, such as a bounced check.',
};
const reasonField = { name: 'reason', label: 'Reason', kind: 'text', maxLength: 500 } as const;
const amountField = { name: 'amount', label: 'Amount', kind: 'money', inputmode: 'decimal', maxLength: 16 } as const;
const checkField = { name: 'check_number', label: 'Number of the refund check', kind: 'text', maxLength: 20 } as const;

const faultsIn = (error: unknown): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(faultsByField(error)).map(([name, [message]]) => [name, message]));

interface EntryDialogProps {
  caseId: string;
  entry: Payment;
  deed: EntryDeed;
  onClose: () => void;
}

/** Asks why, and of a refund how much; the amount that is left of the payment stands there already. */
export const EntryDialog = ({ caseId, entry, deed, onClose }: EntryDialogProps) => {
  useFocusBack();
  const voiding = useVoidPayment(caseId);
  const giving = useGiveBack(caseId);
  const keyFor = useIdempotencyKey();
  const returned = parseMoney(entry.amount_returned) ?? 0;
  const whole = parseMoney(entry.amount) ?? 0;
  const left = whole - returned;
  const asksCheck = deed === 'refund' && entry.payment_method === 'check';
  const [reason, setReason] = useState('');
  const [amount, setAmount] = useState(toDecimal(left));
  const [number, setNumber] = useState('');
  const [faults, setFaults] = useState<Record<string, string | undefined>>({});

  const judged = (): Record<string, string | undefined> => {
    const tooMuch = (parseMoney(amount) ?? 0) > left ? paymentMessages.tooMuchBack : undefined;
    return {
      ...(reason.trim() ? {} : { reason: paymentMessages.reasonRequired }),
      ...(deed === 'refund' ? { amount: amountFault(amount) ?? tooMuch } : {}),
      ...(asksCheck && !number.trim() ? { check_number: 'Check number is required for check payments' } : {}),
    };
  };
  const send = async () => {
    if (deed === 'void')
      return void (await voiding.mutateAsync({ id: entry.id, reason, idempotencyKey: keyFor({ deed, reason }) }));
    const body = { reason, amount, ...(asksCheck ? { check_number: number } : {}) };
    await giving.mutateAsync({ id: entry.id, kind: deed, body, idempotencyKey: keyFor({ deed, body }) });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = judged();
    setFaults(found);
    if (Object.values(found).some(Boolean)) return;
    try {
      await send();
      toastSuccess({ void: 'Entry voided', refund: 'Refund recorded', reversal: 'Payment reversed' }[deed]);
      onClose();
    } catch (error) {
      const refused = faultsIn(error);
      setFaults(refused);
      if (Object.keys(refused).length === 0) toastFailure(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={titles[deed]} centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>
            {entry.receipt_number}, {formatMoney(whole)} from {entry.received_from}. {texts[deed]}
            {deed === 'reversal' &&
              ` ${formatMoney(whole)} is taken back.${
                returned > 0
                  ? ` The ${formatMoney(returned)} that was refunded stays refunded, so the family owes that too.`
                  : ''
              }`}
          </Text>
          {deed === 'refund' && (
            <FieldInput
              required
              field={amountField}
              value={amount}
              onChange={(value) => setAmount(textOf(value))}
              error={faults.amount}
              inputRef={asksCheck ? undefined : focusedFirst}
            />
          )}
          {asksCheck && (
            <FieldInput
              required
              field={checkField}
              value={number}
              onChange={(value) => setNumber(textOf(value))}
              error={faults.check_number}
              inputRef={focusedFirst}
            />
          )}
          <FieldInput
            required
            field={reasonField}
            value={reason}
            onChange={(value) => setReason(textOf(value))}
            error={faults.reason}
            inputRef={deed === 'refund' ? undefined : focusedFirst}
          />
          <DialogButtons
            submit={titles[deed]}
            danger={deed !== 'refund'}
            busy={voiding.isPending || giving.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
};
