import type { Cents } from '#domain/values/money.ts';
import type { BookedEntry } from './accounting-documents.ts';
import { appliedPayments } from './applied-payments.ts';

/** What of a case stands in the books, each as one record over there. */
export const bookingKinds = ['customer', 'invoice', 'payment', 'money_back'] as const;
export type BookingKind = (typeof bookingKinds)[number];

/** As which type of QuickBooks' records each stands there. */
export const quickBooksTypes = {
  customer: 'Customer',
  invoice: 'Invoice',
  payment: 'Payment',
  money_back: 'Purchase',
} as const satisfies Record<BookingKind, string>;

/** `by_hand`: somebody has entered it over there and said so; it is not sent. */
export const bookingStates = ['failed', 'waiting', 'sent', 'by_hand'] as const;
export type BookingState = (typeof bookingStates)[number];

/** An entry of a case's ledger with what of a payment was given back since, in cents. */
export interface LedgerEntry extends BookedEntry {
  isVoided: boolean;
  returned_cents: Cents;
}

/**
 * How much of each payment of a case pays its invoice, in cents and in ledger order, and what went back. `invoiced` is what the
 * invoice amounts to; undefined where there is none, so that what was received is the customer's credit.
 */
export function ledgerPlan(
  entries: readonly LedgerEntry[],
  invoiced: Cents | undefined,
): { payments: { entry: LedgerEntry; applied: Cents }[]; moneyBack: LedgerEntry[] } {
  const received = entries.filter(({ kind }) => kind === 'payment');
  const applied = appliedPayments(
    invoiced ?? 0,
    received.map(({ id, amount_cents, isVoided, returned_cents }) => ({
      ...{ id, amount: isVoided ? 0 : amount_cents, returned: returned_cents },
    })),
  );
  return {
    payments: received.map((entry) => ({ entry, applied: applied.get(entry.id) ?? 0 })),
    moneyBack: entries.filter(({ kind }) => kind !== 'payment'),
  };
}

/**
 * The order in which payments are brought there: those first that pay less of the invoice than they do there by now, so that
 * the invoice never has less open than the next one pays. `standing` is what each pays there.
 */
export function lessFirst<P extends { id: string; applied_cents: Cents }>(
  payments: readonly P[],
  standing: ReadonlyMap<string, Cents>,
): P[] {
  const rises = ({ id, applied_cents }: P): boolean => applied_cents > (standing.get(id) ?? 0);
  return [...payments.filter((one) => !rises(one)), ...payments.filter(rises)];
}
