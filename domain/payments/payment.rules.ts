import { canonicalizeFields, canonicalValue } from '#domain/shared/forms/canonical.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { type FieldErrors, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import type { Cents } from '#domain/shared/values/money.ts';
import { formatYearlyNumber } from '#domain/shared/values/yearly-number.ts';
import type { EntryKind } from './entry-kind.ts';
import { type PaymentContext, paymentFields, paymentRules } from './payment.fields.ts';
import { isMaskedCheckNumber } from './payment.values.ts';

/** Every fault of a payment's values by field; none where it can be recorded. */
export function paymentErrors(values: Values, context: PaymentContext): FieldErrors {
  return validateFields(paymentRules, paymentFields, values, context);
}

/**
 * What was sent of a payment, canonical: '' for what is cleared, nothing for what was not sent. A check number that is
 * masked stands for the one that is stored, and is left out.
 */
export function sentPayment(sent: Values): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const field of paymentFields) {
    const value = sent[field.name];
    if (value === undefined) continue;
    if (field.name === 'check_number' && typeof value === 'string' && isMaskedCheckNumber(value)) continue;
    patch[field.name] = isBlank(value) ? '' : canonicalValue(field, value);
  }
  return patch;
}

/** The values that are kept of a payment: no blank ones, and none that its method does not ask for (D3 §4). */
export function keptPayment(values: Values, context: PaymentContext): Record<string, unknown> {
  const kept = canonicalizeFields(paymentFields, values);
  return Object.fromEntries(
    paymentFields.flatMap((field) =>
      kept[field.name] !== undefined && isShown(paymentRules, field, kept, context)
        ? [[field.name, kept[field.name]]]
        : [],
    ),
  );
}

interface GivenBack {
  amount_cents: Cents;
  returned_cents: Cents;
  status: 'recorded' | 'voided';
}

/** What of a payment is left after its refunds and its reversal, in cents; 0 where more was given back, or it is void. */
export function leftOf({ amount_cents, returned_cents, status }: GivenBack): Cents {
  return status === 'recorded' ? Math.max(0, amount_cents - returned_cents) : 0;
}

/** The entries of a ledger that give back a payment and are not void. */
export function returnsOf<E extends { refund_of: string | null; status: 'recorded' | 'voided' }>(
  { id }: { id: string },
  entries: readonly E[],
): E[] {
  return entries.filter(({ refund_of, status }) => refund_of === id && status === 'recorded');
}

/** Whether a payment was returned: a reversal among the entries of its ledger takes it back and is not void. */
export function isReversed(
  payment: { id: string },
  entries: readonly { kind: EntryKind; refund_of: string | null; status: 'recorded' | 'voided' }[],
): boolean {
  return returnsOf(payment, entries).some(({ kind }) => kind === 'reversal');
}

/** Above so much of the contract total a payment is looked at twice (D3 §9): half as much again. */
const defaultShare = { of: 2, most: 3 };

/** Whether paid so far and this amount together exceed 1.5 times the contract total; never without one. All in cents. */
export function isUnusuallyHigh(contractTotal: Cents, paid: Cents, amount: Cents): boolean {
  return contractTotal > 0 && (paid + amount) * defaultShare.of > contractTotal * defaultShare.most;
}

/** How a balance reads: owed, settled, or paid beyond it (D3 §2). */
export type BalanceStatus = 'due' | 'paid-in-full' | 'overpayment';

/** The balance due in cents, contract total minus what was paid, and how it reads. */
export function balanceOf(contractTotal: Cents, paid: Cents): { balance: Cents; standing: BalanceStatus } {
  const balance = contractTotal - paid;
  return { balance, standing: balance > 0 ? 'due' : balance < 0 ? 'overpayment' : 'paid-in-full' };
}

/** The labels of a balance (D3 §2). */
export const balanceStatusLabels: Record<BalanceStatus, string> = {
  due: 'Balance due',
  'paid-in-full': 'Paid in Full',
  overpayment: 'Overpayment',
};

interface LedgerEntry {
  id: string;
  payment_date: string;
  created_at: string;
  /** Cents; negative for what goes back to the family. */
  amount_cents: Cents;
  status: 'recorded' | 'voided';
}

/** Ledger order: by the day of the payment, and within a day as they were recorded. */
export const compareLedgerEntries = (a: LedgerEntry, b: LedgerEntry): number =>
  a.payment_date.localeCompare(b.payment_date) || a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id);

/** The entries of a ledger in its order, each with the sum received up to it, in cents; what was voided adds nothing. */
export function withRunningTotals<Entry extends LedgerEntry>(entries: readonly Entry[]): (Entry & { paid: Cents })[] {
  let paid = 0;
  return entries.toSorted(compareLedgerEntries).map((entry) => {
    if (entry.status === 'recorded') paid += entry.amount_cents;
    return { ...entry, paid };
  });
}

/** What was received in all, in cents: the sum of the entries that stand. */
export function totalPaid(entries: readonly Pick<LedgerEntry, 'amount_cents' | 'status'>[]): Cents {
  return entries.reduce((sum, { amount_cents, status }) => (status === 'recorded' ? sum + amount_cents : sum), 0);
}

/**
 * The number of a receipt, such as `WA-R-2026-0007`: the prefix of the home's cases, the year in its time zone, and the
 * place in that year's sequence from 1.
 */
export const receiptNumber = (prefix: string, year: number, sequence: number): string =>
  formatYearlyNumber(prefix, 'R', year, sequence);

/** So much of “payment for” a list shows (D3 §2). */
const shownInLists = 40;

/** A text cut to what lists show of it. */
export const truncatePurpose = (text: string): string =>
  [...text].length > shownInLists ? `${[...text].slice(0, shownInLists).join('')}…` : text;
