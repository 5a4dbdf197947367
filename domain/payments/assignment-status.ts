/**
 * How an insurance assignment stands: the family assigned it, the insurer verified it, payments of the ledger paid the
 * whole of it, or the insurer denied the rest, so that the family owes that again.
 */
export const assignmentStatuses = ['assigned', 'verified', 'paid', 'denied'] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

export const assignmentStatusLabels: Record<AssignmentStatus, string> = {
  assigned: 'Assigned',
  verified: 'Verified',
  paid: 'Paid',
  denied: 'Denied',
};

/** Statuses that a person may set; `paid` comes from the insurer's payments alone, and leaves with them. */
export const settableStatuses = ['assigned', 'verified', 'denied'] as const;

export const isOpen = (status: AssignmentStatus): boolean => status === 'assigned' || status === 'verified';

/** So many insurances are assigned to one case at most: they stand on the case itself, whose item has its limit. */
export const maxAssignments = 20;

export const receivablesMessages = {
  tooMany: `A case can have up to ${maxAssignments} insurance assignments`,
  paid: 'A payment is recorded for this assignment. Void it or record it as returned first.',
  notItsPayment: 'Choose a valid payment on this case.',
  taken: 'This payment is already applied to another assignment.',
  planTooMuch: 'Installments total more than the family owes.',
  planDays: 'Installments are due after January 1, 2000, and within ten years.',
  planOrder: 'Installment dates must be different and in order.',
  planEmpty: 'A plan needs at least one installment.',
} as const;
