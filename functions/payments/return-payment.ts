import { assertMay } from '#domain/access/policies.ts';
import type { Deed } from '#domain/audit/deeds.ts';
import { AppError, invalid } from '#domain/contract/errors.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { isReversed, leftOf, sentPayment } from '#domain/payments/payment.rules.ts';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { type Cents, toDecimal } from '#domain/values/money.ts';
import { handler } from '#functions/kernel/handler.ts';
import type { PaymentRecord } from '#functions/records/money/payments.ts';
import {
  addEntry,
  assertSound,
  centsOf,
  entryContent,
  type LedgerContext,
  ledgerChanges,
  newEntryId,
  writing,
} from './shared/ledger.ts';
import { ledgerInTurn } from './shared/ledger-turns.ts';
import { presentPayment } from './shared/present-payment.ts';

type ReturnDeed = Extract<Deed, 'payment.refunded' | 'payment.reversed'>;

interface Wanted<D extends ReturnDeed> {
  deed: D;
  kind: 'refund' | 'reversal';
  paymentId: string;
  /** What was entered, by the names of a payment's fields. */
  sent: Record<string, unknown>;
  reason: string;
}

/**
 * What is given back of a payment, and how. A refund gives back at most what is left. A reversal takes back the whole
 * payment, since a bank returns the whole check; refunds that were paid out stay. Throws 409 where nothing can be given
 * back, 400 where it is too much or not sound.
 */
const returned = (
  payment: PaymentRecord,
  { kind, sent, reason, today }: Pick<Wanted<ReturnDeed>, 'kind' | 'sent' | 'reason'> & { today: string },
): { values: Record<string, unknown>; amount: Cents } => {
  const most = kind === 'reversal' ? payment.amount_cents : leftOf(payment);
  if (most <= 0) throw new AppError('conflict', { detail: paymentMessages.tooMuchBack });
  const entered = {
    amount: toDecimal(most),
    // A payment may lie some days ahead.
    payment_date: today < payment.payment_date ? payment.payment_date : today,
    payment_method: payment.payment_method,
    other_method_description: payment.other_method_description,
    ...sentPayment(sent),
    received_from: payment.received_from,
    payment_for: reason,
  };
  // A check that did not hold is the one that was received; a refund by check has a number of its own.
  const values = assertSound(entered, today, kind === 'reversal');
  const amount = centsOf(values.amount);
  if (String(values.payment_date) < payment.payment_date)
    throw invalid({ payment_date: [paymentMessages.refundBeforePayment] });
  if (amount > most) throw invalid({ amount: [paymentMessages.tooMuchBack] });
  return { values, amount };
};

/** Adds an entry that gives back a payment. */
const giveBack = async <D extends ReturnDeed>(
  context: LedgerContext<D, 'payment.refunded'>,
  { deed, kind, paymentId, sent, reason }: Wanted<D>,
): Promise<Payment> => {
  const { db, work, actor, now } = context;
  const { case_id } = await db.payments.require(paymentId);
  return ledgerInTurn(context, case_id, async ({ kase, home, today, receipt }) => {
    const payment = await db.payments.require(paymentId);
    assertMay(actor, 'payment:return', payment);
    if (isReversed(payment, await db.payments.ofCase(case_id)))
      throw new AppError('conflict', { detail: paymentMessages.reversedAlready });
    const { values, amount } = returned(payment, { kind, sent, reason, today });
    const id = newEntryId(now);
    const { content, sealed } = await entryContent(context, id, values);
    const about = { origin: payment, content: { ...content, amount_cents: -amount }, sealed, receipt };
    const record = addEntry(context, kase, { id, kind, ...about });
    const { case_number, deceased_name, receipt_number } = record;
    return work
      .audit(deed, case_id, [
        ...ledgerChanges(receipt_number, {}, values),
        { field: 'payments.refund_of', from: null, to: payment.receipt_number },
      ])
      .announce('payment.refunded', case_id, { payment_id: id, case_id, refund_of: payment.id })
      .finish(presentPayment(record, { case_number, deceased_name, funeral_home_name: home.name }));
  });
};

const given = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

export const refundPayment = handler(paymentEndpoints.refund, writing, ({ params, body }, context) => {
  const { reason, ...sent } = body;
  return giveBack(context, {
    deed: 'payment.refunded',
    kind: 'refund',
    paymentId: params.id,
    sent: given(sent),
    reason,
  });
});

export const reversePayment = handler(paymentEndpoints.reverse, writing, ({ params, body }, context) => {
  const { reason, ...sent } = body;
  const wanted = {
    deed: 'payment.reversed',
    kind: 'reversal',
    paymentId: params.id,
    sent: given(sent),
    reason,
  } as const;
  return giveBack(context, wanted);
});
