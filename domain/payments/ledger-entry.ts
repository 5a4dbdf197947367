import * as z from 'zod';

/** A reversal is a payment that came back, such as a check that the bank returned. */
export const entryKinds = ['payment', 'refund', 'reversal'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Returns the label of an entry; a reversal of a check is a returned check. */
export const entryLabel = ({ kind, payment_method }: { kind: EntryKind; payment_method: string }): string =>
  ({
    payment: 'Payment',
    refund: 'Refund',
    reversal: payment_method === 'check' ? 'Returned check' : 'Returned payment',
  })[kind];

export const paymentMethods = ['cash', 'check', 'insurance', 'other'] as const;
export const PaymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.output<typeof PaymentMethod>;

/** `payment_method_display` of the wire. */
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  insurance: 'Insurance',
  other: 'Other',
};

/** Returns the label of an entry's method; for another method its description, such as "Credit card". */
export const methodLabel = (entry: { payment_method: PaymentMethod; other_method_description: string }): string =>
  (entry.payment_method === 'other' && entry.other_method_description) || paymentMethodLabels[entry.payment_method];

const defaultOthers = ['ACH', 'Credit card', 'Money order', 'Pre-need draw'];
const maxOthers = 12;

/** Returns descriptions for another method without duplicates: `used` ones by frequency, then defaults. */
export function otherMethods(used: readonly string[]): string[] {
  const spoken = (text: string): string => text.trim().toLowerCase();
  const groups = [...Map.groupBy(used.filter(spoken), spoken).values()].toSorted((a, b) => b.length - a.length);
  const known = new Set(groups.map(([one = '']) => spoken(one)));
  const others = defaultOthers.filter((defaultOther) => !known.has(spoken(defaultOther)));
  return [...groups.map(([one = '']) => one), ...others].slice(0, maxOthers);
}

export const paymentMethodOptions: readonly { readonly value: PaymentMethod; readonly label: string }[] =
  paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));
