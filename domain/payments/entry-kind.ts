/** What an entry of the ledger is: money received, money given back, or a payment that did not hold, such as a bounced check. */
export const entryKinds = ['payment', 'refund', 'reversal'] as const;
export type EntryKind = (typeof entryKinds)[number];
export const entryKindLabels: Record<EntryKind, string> = {
  payment: 'Payment',
  refund: 'Refund',
  reversal: 'Reversal',
};
