export const gateKeys = {
  ofCase: (caseId: string) => ['gates', caseId],
} as const;
