/** What an entry of the ledger is: money received, money given back, or a payment that was returned, such as a check by the bank. */
export const entryKinds = ['payment', 'refund', 'reversal'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What an entry is called: a reversal is a returned check, or a returned payment by another method. */
export const entryLabel = ({ kind, payment_method }: { kind: EntryKind; payment_method: string }): string =>
  ({
    payment: 'Payment',
    refund: 'Refund',
    reversal: payment_method === 'check' ? 'Returned check' : 'Returned payment',
  })[kind];
