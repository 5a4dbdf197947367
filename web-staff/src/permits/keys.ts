/** What is cached about permits: everything stands under `all`. */
export const permitKeys = {
  all: ['permits'],
  ofCase: (caseId: string) => ['permits', caseId],
} as const;
