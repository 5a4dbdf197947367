/** What is cached about Statements; a finalized one never changes, but how far it is does. */
export const statementKeys = {
  ofCase: (caseId: string) => ['statements', caseId],
  one: (caseId: string, id: string) => ['statements', caseId, id],
} as const;
