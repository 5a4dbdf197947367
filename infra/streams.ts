/**
 * Readers of the table stream. `outbox` reads new items whose attribute `stream` has that name, `projections` every
 * change of records with projections, by sort key.
 */
export type StreamName = 'outbox' | 'projections';

export const projectedItems = {
  equal: ['SUBMISSION', 'FIRSTCALL', 'CASE', 'CUSTOMER', 'PAYMENT', 'ENVELOPE', 'DEADLINE'],
  beginning: ['SECTION#', 'LINK#', 'PART#'],
} as const;
