/**
 * How an insurance assignment stands: the family assigned it, the insurer verified it, it was paid by a payment of the
 * ledger, or the insurer denied it, so that the family owes the money again.
 */
export const assignmentStatuses = ['assigned', 'verified', 'paid', 'denied'] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

export const assignmentStatusLabels: Record<AssignmentStatus, string> = {
  assigned: 'Assigned',
  verified: 'Verified',
  paid: 'Paid',
  denied: 'Denied',
};

/** Statuses that somebody may set; `paid` comes from the insurer's payment alone, and leaves with it. */
export const settableStatuses = ['assigned', 'verified', 'denied'] as const;

export const isOpen = (status: AssignmentStatus): boolean => status === 'assigned' || status === 'verified';

export const moneyToComeMessages = {
  paid: 'This assignment was paid. Void or reverse its payment first.',
  notItsPayment: 'Choose a payment of this case that stands.',
  taken: 'This payment settles another assignment.',
  planTooMuch: 'The instalments come to more than the family owes.',
  planOrder: 'Instalments must be in the order of their days, each on a day of its own.',
  planEmpty: 'A plan needs at least one instalment.',
} as const;
