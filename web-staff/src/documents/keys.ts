/** Links to files are never cached. */
export const documentKeys = {
  all: ['documents'],
  ofReport: (submissionId: string) => ['documents', 'report', submissionId],
  ofCase: (caseId: string) => ['documents', 'case', caseId],
} as const;
