/**
 * Readers of the table's stream. `outbox` gets the new items whose attribute `stream` carries that name; `projections`
 * gets every change of the items that something is derived from, told by their sort keys.
 */
export type StreamName = 'outbox' | 'projections';

/** Sort keys, or what they start with, of the items that something is derived from (functions/projections). */
export const projectedItems = {
  equal: ['SUBMISSION', 'FIRSTCALL', 'CASE', 'CUSTOMER', 'PAYMENT', 'ENVELOPE', 'DEADLINE'],
  beginning: ['SECTION#', 'LINK#', 'PART#'],
} as const;
