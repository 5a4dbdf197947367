export const statementKeys = {
  ofCase: (caseId: string) => ['statements', caseId],
  one: (caseId: string, id: string) => ['statements', caseId, id],
} as const;
