import { canonicalizeFields, canonicalValue } from '#domain/shared/forms/canonical.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { type FieldErrors, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import type { Cents } from '#domain/shared/values/money.ts';
import { formatYearlyNumber } from '#domain/shared/values/number.ts';
import type { EntryKind } from './ledger-entry.ts';
import { isMaskedCheckNumber, type PaymentContext, paymentFields, paymentRules } from './payment.fields.ts';

/** Returns the errors of a payment's values by field. */
export function paymentErrors(values: Values, context: PaymentContext): FieldErrors {
  return validateFields(paymentRules, paymentFields, values, context);
}

/** Returns sent values in canonical form: '' clears a field. A masked check number means the stored one. */
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

/** Returns the values to store: without blanks and without fields of another method (D3 §4). */
export function cleanPayment(values: Values, context: PaymentContext): Record<string, unknown> {
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

/** Returns the cents left of a payment after refunds and a reversal; at least 0, and 0 if void. */
export function leftOf({ amount_cents, returned_cents, status }: GivenBack): Cents {
  return status === 'recorded' ? Math.max(0, amount_cents - returned_cents) : 0;
}

/** Returns the refunds and reversals of a payment that are not void. */
export function returnsOf<E extends { refund_of: string | null; status: 'recorded' | 'voided' }>(
  { id }: { id: string },
  entries: readonly E[],
): E[] {
  return entries.filter(({ refund_of, status }) => refund_of === id && status === 'recorded');
}

export function isReversed(
  payment: { id: string },
  entries: readonly { kind: EntryKind; refund_of: string | null; status: 'recorded' | 'voided' }[],
): boolean {
  return returnsOf(payment, entries).some(({ kind }) => kind === 'reversal');
}

/** True if paid and amount exceed 1.5 times the contract total, which must be confirmed (D3 §9). All in cents. */
export function isUnusuallyHigh(contractTotal: Cents, paid: Cents, amount: Cents): boolean {
  return contractTotal > 0 && (paid + amount) * 2 > contractTotal * 3;
}

export type BalanceStatus = 'due' | 'paid-in-full' | 'overpayment' | 'deposit';

/** Returns the balance due in cents (contract total minus paid) with its status (D3 §2); nothing is overpaid before a contract. */
export function balanceOf(contractTotal: Cents, paid: Cents): { balance: Cents; status: BalanceStatus } {
  const balance = contractTotal - paid;
  if (balance > 0) return { balance, status: 'due' };
  if (balance === 0) return { balance, status: 'paid-in-full' };
  return { balance, status: contractTotal > 0 ? 'overpayment' : 'deposit' };
}

export const balanceStatusLabels: Record<BalanceStatus, string> = {
  due: 'Balance due',
  'paid-in-full': 'Paid in Full',
  overpayment: 'Overpayment',
  deposit: 'Deposit',
};

interface LedgerEntry {
  id: string;
  payment_date: string;
  created_at: string;
  /** Cents; negative for refunds. */
  amount_cents: Cents;
  status: 'recorded' | 'voided';
}

/** Ledger order: by day of payment, then by time of entry. */
export const compareLedgerEntries = (a: LedgerEntry, b: LedgerEntry): number =>
  a.payment_date.localeCompare(b.payment_date) || a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id);

/** Returns the entries in ledger order, each with the total received up to it in cents, without voids. */
export function withRunningTotals<Entry extends LedgerEntry>(entries: readonly Entry[]): (Entry & { paid: Cents })[] {
  let paid = 0;
  return entries.toSorted(compareLedgerEntries).map((entry) => {
    if (entry.status === 'recorded') paid += entry.amount_cents;
    return { ...entry, paid };
  });
}

/** Returns the total received in cents, without voided entries. */
export function totalPaid(entries: readonly Pick<LedgerEntry, 'amount_cents' | 'status'>[]): Cents {
  return entries.reduce((sum, { amount_cents, status }) => (status === 'recorded' ? sum + amount_cents : sum), 0);
}

/** Returns a receipt number such as `WA-R-2026-0007`: the home's prefix, the year there, the sequence from 1. */
export const receiptNumber = (prefix: string, year: number, sequence: number): string =>
  formatYearlyNumber(prefix, 'R', year, sequence);

/** Characters of “payment for” in lists (D3 §2). */
const shownInLists = 40;

export const truncatePurpose = (text: string): string =>
  [...text].length > shownInLists ? `${[...text].slice(0, shownInLists).join('')}…` : text;
