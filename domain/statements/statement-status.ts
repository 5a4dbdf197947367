/** How far a finalized Statement is: accepted by the family, or superseded by the next version. */
export const statementStatuses = ['final', 'accepted', 'superseded'] as const;
export type StatementStatus = (typeof statementStatuses)[number];
