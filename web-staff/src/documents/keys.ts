/** What is cached about documents: everything stands under `all`. Links are kept nowhere. */
export const documentKeys = {
  all: ['documents'],
  ofReport: (submissionId: string) => ['documents', 'report', submissionId],
  ofCase: (caseId: string) => ['documents', 'case', caseId],
} as const;
