import { refundOffered, returnBarred, returnError } from '#domain/payments/ledger.rules.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { sentPayment } from '#domain/payments/payment.rules.ts';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { type Cents, toDecimal } from '#domain/shared/values/money.ts';
import type { StoredCase } from '#functions/cases/repository/cases.ts';
import { contractOf } from '#functions/payments/receivables/shared/expected.ts';
import type { PaymentRecord } from '#functions/payments/repository/payments.ts';
import { handler } from '#functions/platform/api/handler.ts';
import {
  addEntry,
  addingEntry,
  assertNoError,
  centsOf,
  entryContent,
  type LedgerContext,
  ledgerChanges,
  newEntryId,
  parsePaymentOrThrow,
  writing,
} from './shared/ledger.ts';
import { presentPayment } from './shared/present-payment.ts';

type ReturnDeed = Extract<AuditAction, 'payment.refunded' | 'payment.reversed'>;

interface Wanted<D extends ReturnDeed> {
  deed: D;
  kind: 'refund' | 'reversal';
  paymentId: string;
  /** What was entered, by the names of a payment's fields. */
  sent: Record<string, unknown>;
  reason: string;
  /** Of the payment as the client read it. */
  version?: number | undefined;
}

interface AtCase {
  today: string;
  /** Balance due of the case, in cents, below 0 where it was overpaid; of a refund without an amount. */
  balance: Cents;
}

/** What a payment's refund or return is entered with, and how much it gives back. Throws 400 and 409. */
const returned = (
  payment: PaymentRecord,
  entries: readonly PaymentRecord[],
  { kind, sent, reason, today, balance }: Pick<Wanted<ReturnDeed>, 'kind' | 'sent' | 'reason'> & AtCase,
): { values: Record<string, unknown>; amount: Cents } => {
  assertNoError(returnBarred(kind, payment, entries));
  const { payee, ...others } = sent;
  const entered = {
    amount: toDecimal(kind === 'refund' ? refundOffered(payment, balance) : payment.amount_cents),
    // A payment may lie some days ahead.
    payment_date: today < payment.payment_date ? payment.payment_date : today,
    // Money of an insurer goes back by a check of ours as well.
    payment_method: sent.check_number ? 'check' : payment.payment_method,
    other_method_description: payment.other_method_description,
    received_from: payee || payment.received_from,
    ...sentPayment(others),
    payment_for: reason,
  };
  // A check that was returned is the one that was received; a refund by check has a number of its own.
  const values = parsePaymentOrThrow(entered, today, kind === 'reversal');
  const amount = centsOf(values.amount);
  assertNoError(returnError(kind, payment, { amount_cents: amount, payment_date: String(values.payment_date) }));
  return { values, amount };
};

/** The balance due of a case, in cents; what a cancelled case was to cost is not owed. */
const balanceDue = (caseRecord: StoredCase): Cents =>
  (caseRecord.core.status === 'cancelled' ? 0 : contractOf(caseRecord)) - caseRecord.core.paid_cents;

/** Adds an entry that gives back a payment. */
const giveBack = async <D extends ReturnDeed>(
  context: LedgerContext<D, 'payment.refunded'>,
  { deed, kind, paymentId, sent, reason, version }: Wanted<D>,
): Promise<Payment> => {
  const { db, work, actor, now } = context;
  const { case_id } = await db.payments.require(paymentId);
  return addingEntry(context, case_id, async ({ kase: caseRecord, home, today, numbered }) => {
    const payment = await db.payments.require(paymentId);
    assertAllowed(actor, 'payment:return', payment);
    if (version !== undefined && version !== payment.version)
      throw new AppError('conflict', { detail: paymentMessages.changedMeanwhile });
    const entries = await db.payments.ofCase(case_id);
    const asRead = kind === 'refund' && sent.amount === undefined;
    const balance = asRead ? balanceDue(await db.cases.require(case_id)) : 0;
    const { values, amount } = returned(payment, entries, { kind, sent, reason, today, balance });
    const id = newEntryId(now);
    const { content, sealed } = await entryContent(context, id, values);
    return numbered((receipt) => {
      const about = { origin: payment, content: { ...content, amount_cents: -amount }, sealed, receipt, asRead };
      const record = addEntry(context, caseRecord, { id, kind, ...about });
      const { case_number, deceased_name, receipt_number } = record;
      return work
        .audit(deed, case_id, [
          ...ledgerChanges(receipt_number, {}, values),
          { field: 'payments.refund_of', from: null, to: payment.receipt_number },
        ])
        .announce('payment.refunded', case_id, { payment_id: id, case_id, refund_of: payment.id })
        .finish(presentPayment(record, { case_number, deceased_name, funeral_home_name: home.name }));
    });
  });
};

const given = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

export const refundPayment = handler(paymentEndpoints.refund, writing, ({ params, body }, context) => {
  const { reason, version, ...sent } = body;
  return giveBack(context, {
    deed: 'payment.refunded',
    kind: 'refund',
    paymentId: params.id,
    sent: given(sent),
    ...{ reason, version },
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
