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

/** The methods as the options of a choice. */
export const paymentMethodOptions: readonly { readonly value: PaymentMethod; readonly label: string }[] =
  paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));
