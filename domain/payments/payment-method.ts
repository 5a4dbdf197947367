import * as z from 'zod';

/** Messages of D3 §4, §5 and §8. */
export const paymentMessages = {
  saveCaseFirst: 'Case must be saved before recording payments',
  unusuallyHigh: 'Payment amount seems unusually high compared to contract total. Please verify.',
  caseCancelled: 'This case is cancelled. Reopen it to record payments; money can still be refunded.',
  voided: 'This payment is voided and cannot be changed.',
  refundStays: 'A refund cannot be changed. Void it and enter it again.',
  refundedAlready: 'This payment has refunds. Void them first.',
  reversedAlready: 'This payment was already returned.',
  reversedStays: 'This payment was returned. Void the return first.',
  notAPayment: 'Only payments can be refunded or returned.',
  refundBeforePayment: 'Refund date cannot be before the payment date',
  returnBeforePayment: 'Return date cannot be before the payment date',
  paymentAfterRefund: 'Payment date cannot be after its refund or return',
  tooMuchBack: 'Refund cannot exceed the remaining payment amount',
  lessThanReturned: 'Payment amount cannot be less than the amount refunded',
  changedMeanwhile: 'This payment has changed since you opened it. Check the payment history, then try again.',
  reasonRequired: 'Reason is required',
  noCheckNumber: 'No check number is recorded for this payment.',
} as const;

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
export const methodSaid = (entry: { payment_method: PaymentMethod; other_method_description: string }): string =>
  (entry.payment_method === 'other' && entry.other_method_description) || paymentMethodLabels[entry.payment_method];

const defaultOthers = ['ACH', 'Credit card', 'Money order', 'Pre-need draw'];
const maxOthers = 12;

/** Returns descriptions for another method without duplicates: `used` ones by frequency, then defaults. */
export function otherMethods(used: readonly string[]): string[] {
  const spoken = (text: string): string => text.trim().toLowerCase();
  const groups = [...Map.groupBy(used.filter(spoken), spoken).values()].toSorted((a, b) => b.length - a.length);
  const known = new Set(groups.map(([one = '']) => spoken(one)));
  const others = defaultOthers.filter((one) => !known.has(spoken(one)));
  return [...groups.map(([one = '']) => one), ...others].slice(0, maxOthers);
}

export const paymentMethodOptions: readonly { readonly value: PaymentMethod; readonly label: string }[] =
  paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));
