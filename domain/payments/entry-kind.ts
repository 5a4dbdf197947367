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
