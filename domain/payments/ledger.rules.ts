import { type Cents, toDecimal } from '#domain/shared/values/money.ts';
import { type EntryKind, type PaymentMethod, paymentMethodLabels, paymentMethods } from './ledger-entry.ts';
import { isReversed, leftOf, returnsOf } from './payment.rules.ts';
import type { PaymentSummary } from './payment.schema.ts';
import { paymentMessages } from './payment-messages.ts';

export interface RuledEntry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly status: 'recorded' | 'voided';
  readonly payment_date: string;
  /** Cents; negative for refunds and reversals. */
  readonly amount_cents: Cents;
  /** Cents that refunds and a reversal returned; voided entries do not count. */
  readonly returned_cents: Cents;
  readonly refund_of: string | null;
}

/** The reason a change is rejected; `field` is null if the payment's state is the reason. */
export interface LedgerError {
  readonly field: 'amount' | 'payment_date' | null;
  readonly message: string;
}
type Returning = Exclude<EntryKind, 'payment'>;
interface DayAndAmount {
  readonly amount_cents: Cents;
  readonly payment_date: string;
}

/** A refund returns at most what is left of a payment. A bank returns the whole payment, even after refunds. */
const maxReturned = (kind: Returning, payment: RuledEntry): Cents =>
  kind === 'reversal' ? payment.amount_cents : leftOf(payment);

/** Returns the default amount of a refund in cents: the overpayment (`balance` below 0), else all that is left. */
export const refundOffered = (payment: RuledEntry, balance: Cents): Cents => {
  const left = leftOf(payment);
  return balance < 0 ? Math.min(left, -balance) : left;
};

/** Returns why nothing of a payment can be returned this way, or undefined. `entries` is its whole ledger. */
export function returnBarred(
  kind: Returning,
  payment: RuledEntry,
  entries: readonly RuledEntry[],
): LedgerError | undefined {
  if (isReversed(payment, entries)) return { field: null, message: paymentMessages.reversedAlready };
  return maxReturned(kind, payment) > 0 ? undefined : { field: null, message: paymentMessages.tooMuchBack };
}

/** Returns why a refund or reversal is rejected, or undefined: it is too large or dated before the payment. */
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

/** Returns why a payment cannot get another amount or day, which its reversal and refunds limit; else undefined. */
export function correctionError(
  before: RuledEntry,
  { amount_cents, payment_date }: DayAndAmount,
  entries: readonly RuledEntry[],
): LedgerError | undefined {
  if (amount_cents !== before.amount_cents) {
    if (isReversed(before, entries)) return { field: 'amount', message: paymentMessages.reversedStays };
    if (amount_cents < before.returned_cents) return { field: 'amount', message: paymentMessages.lessThanReturned };
  }
  const isAfterReturn = returnsOf(before, entries).some((entry) => entry.payment_date < payment_date);
  return payment_date > before.payment_date && isAfterReturn
    ? { field: 'payment_date', message: paymentMessages.paymentAfterRefund }
    : undefined;
}

const counted = (entry: Pick<RuledEntry, 'status' | 'amount_cents'> | undefined): Cents =>
  entry?.status === 'recorded' ? entry.amount_cents : 0;

/**
 * Returns the change of the total in cents, and the updated payment that it returns; `before` is undefined for a new
 * entry.
 */
export function ledgerEffect<Entry extends RuledEntry>(
  before: RuledEntry | undefined,
  next: RuledEntry,
  origin: Entry | undefined,
): { paid: Cents; origin: Entry | undefined } {
  const paid = counted(next) - counted(before);
  return { paid, origin: origin && { ...origin, returned_cents: origin.returned_cents - paid } };
}

interface Counted {
  status: 'recorded' | 'voided';
  payment_date: string;
  payment_method: PaymentMethod;
  /** Negative for refunds. */
  amount_cents: Cents;
}

const sumsOf = (entries: readonly Counted[]) => {
  let [received, returned] = [0, 0];
  for (const { amount_cents } of entries) {
    if (amount_cents < 0) returned -= amount_cents;
    else received += amount_cents;
  }
  return {
    count: entries.length,
    received: toDecimal(received),
    returned: toDecimal(returned),
    total: toDecimal(received - returned),
  };
};

/** Returns totals of the entries that are not void: overall, by method, and by day, the earliest first. */
export function summaryOf(entries: readonly Counted[]): Omit<PaymentSummary, 'date_from' | 'date_to' | 'is_exact'> {
  const recorded = entries.filter(({ status }) => status === 'recorded');
  const days = Map.groupBy(recorded, ({ payment_date }) => payment_date);
  const methods = Map.groupBy(recorded, ({ payment_method }) => payment_method);
  return {
    ...sumsOf(recorded),
    by_method: paymentMethods.flatMap((payment_method) => {
      const own = methods.get(payment_method);
      return own
        ? [{ payment_method, payment_method_display: paymentMethodLabels[payment_method], ...sumsOf(own) }]
        : [];
    }),
    by_day: [...days].sort(([a], [b]) => a.localeCompare(b)).map(([date, own]) => ({ date, ...sumsOf(own) })),
  };
}
