import * as z from 'zod';

/** How money comes or goes back (D3 §3). */
export const paymentMethods = ['cash', 'check', 'insurance', 'other'] as const;
export const PaymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.output<typeof PaymentMethod>;

/** Methods as people read them: `payment_method_display` of the wire. */
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  insurance: 'Insurance',
  other: 'Other',
};

/** How money came or went back, in words: another way by what was said of it, such as "Credit card". */
export const methodSaid = (entry: { payment_method: PaymentMethod; other_method_description: string }): string =>
  (entry.payment_method === 'other' && entry.other_method_description) || paymentMethodLabels[entry.payment_method];

const defaultOthers = ['ACH', 'Credit card', 'Money order', 'Pre-need draw'];
const maxOthers = 12;

/** Descriptions to choose from for another method: those in use, the most used first, then usual ones; each once. */
export function otherMethods(used: readonly string[]): string[] {
  const spoken = (text: string): string => text.trim().toLowerCase();
  const groups = [...Map.groupBy(used.filter(spoken), spoken).values()].toSorted((a, b) => b.length - a.length);
  const known = new Set(groups.map(([one = '']) => spoken(one)));
  const others = defaultOthers.filter((one) => !known.has(spoken(one)));
  return [...groups.map(([one = '']) => one), ...others].slice(0, maxOthers);
}

/** The methods as the options of a choice. */
export const paymentMethodOptions: readonly { readonly value: PaymentMethod; readonly label: string }[] =
  paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));
