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

/** So many insurances are assigned to one case at most: they stand on the case itself, whose item has its limit. */
export const mostAssignments = 20;

export const moneyToComeMessages = {
  tooMany: `A case holds at most ${mostAssignments} insurance assignments`,
  paid: 'This assignment was paid. Void or reverse its payment first.',
  notItsPayment: 'Choose a payment of this case that stands.',
  taken: 'This payment settles another assignment.',
  planTooMuch: 'The installments come to more than the family owes.',
  planOrder: 'Installments must be in the order of their days, each on a day of its own.',
  planEmpty: 'A plan needs at least one installment.',
} as const;
