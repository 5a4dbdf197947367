export const permitKeys = { all: ['permits'], ofCase: (caseId: string) => ['permits', caseId] } as const;
