/** D2 §3 case status. Apart from the schemas of calls, which the records need not carry. */
export const caseStatuses = ['draft', 'active', 'completed', 'cancelled'] as const;
