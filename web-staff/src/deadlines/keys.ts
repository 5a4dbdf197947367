export const deadlineKeys = {
  all: ['deadlines'],
  lists: ['deadlines', 'list'],
  list: (query: object) => ['deadlines', 'list', query],
  ofCase: (caseId: string) => ['deadlines', 'case', caseId],
} as const;
