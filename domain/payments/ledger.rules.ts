import type { Cents } from '#domain/shared/values/money.ts';
import type { EntryKind } from './entry-kind.ts';
import { isReversed, leftOf, returnsOf } from './payment.rules.ts';
import { paymentMessages } from './payment-method.ts';

/** An entry of a case's ledger, as far as its rules read it. */
export interface RuledEntry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly status: 'recorded' | 'voided';
  readonly payment_date: string;
  /** Cents; negative for what goes back. */
  readonly amount_cents: Cents;
  /** Cents of a payment that refunds and a return which stand gave back. */
  readonly returned_cents: Cents;
  readonly refund_of: string | null;
}

/** Why a change of a ledger is refused: at a field that was entered, or of the payment as it stands (`field` null). */
export interface LedgerError {
  readonly field: 'amount' | 'payment_date' | null;
  readonly message: string;
}
type Returning = Exclude<EntryKind, 'payment'>;
interface DayAndAmount {
  readonly amount_cents: Cents;
  readonly payment_date: string;
}

/**
 * Cents of a payment that can go back. A refund gives back at most what is left of it; a bank returns the whole payment,
 * and refunds that were paid out stay.
 */
const maxReturned = (kind: Returning, payment: RuledEntry): Cents =>
  kind === 'reversal' ? payment.amount_cents : leftOf(payment);

/** Cents that a refund of a payment begins with: what the family has overpaid (`balance` below 0), else all that is left. */
export const refundOffered = (payment: RuledEntry, balance: Cents): Cents => {
  const left = leftOf(payment);
  return balance < 0 ? Math.min(left, -balance) : left;
};

/** Why nothing of a payment can go back this way; undefined where something can. `entries` is its whole ledger. */
export function returnBarred(
  kind: Returning,
  payment: RuledEntry,
  entries: readonly RuledEntry[],
): LedgerError | undefined {
  if (isReversed(payment, entries)) return { field: null, message: paymentMessages.reversedAlready };
  return maxReturned(kind, payment) > 0 ? undefined : { field: null, message: paymentMessages.tooMuchBack };
}

/** Why a refund or return of a payment is not taken as entered: too much, or of a day before the payment. */
export function returnError(
  kind: Returning,
  payment: RuledEntry,
  { amount_cents, payment_date }: DayAndAmount,
): LedgerError | undefined {
  if (payment_date < payment.payment_date) {
    const message = kind === 'refund' ? paymentMessages.refundBeforePayment : paymentMessages.returnBeforePayment;
    return { field: 'payment_date', message };
  }
  return amount_cents > maxReturned(kind, payment)
    ? { field: 'amount', message: paymentMessages.tooMuchBack }
    : undefined;
}

/**
 * Why a payment cannot be corrected to an amount or day. A returned payment keeps its amount, as all of it was taken
 * back; another is never less than its refunds, nor of a day after one of them.
 */
export function correctionError(
  before: RuledEntry,
  { amount_cents, payment_date }: DayAndAmount,
  entries: readonly RuledEntry[],
): LedgerError | undefined {
  if (amount_cents !== before.amount_cents) {
    if (isReversed(before, entries)) return { field: 'amount', message: paymentMessages.reversedStays };
    if (amount_cents < before.returned_cents) return { field: 'amount', message: paymentMessages.lessThanReturned };
  }
  const isAfterReturn = returnsOf(before, entries).some((one) => one.payment_date < payment_date);
  return payment_date > before.payment_date && isAfterReturn
    ? { field: 'payment_date', message: paymentMessages.paymentAfterRefund }
    : undefined;
}

const counted = (entry: Pick<RuledEntry, 'status' | 'amount_cents'> | undefined): Cents =>
  entry?.status === 'recorded' ? entry.amount_cents : 0;

/**
 * What an entry changes by becoming `next` (`before` undefined: it is added): cents by which the sum received rises, and
 * the payment that it gives back as that stands then.
 */
export function ledgerEffect<Entry extends RuledEntry>(
  before: RuledEntry | undefined,
  next: RuledEntry,
  origin: Entry | undefined,
): { paid: Cents; origin: Entry | undefined } {
  const paid = counted(next) - counted(before);
  return { paid, origin: origin && { ...origin, returned_cents: origin.returned_cents - paid } };
}
