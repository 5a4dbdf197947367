export const taskKeys = {
  all: ['tasks'],
  list: (query: object) => ['tasks', 'list', query],
  people: ['tasks', 'people'],
  ones: ['tasks', 'one'],
  one: (id: string) => ['tasks', 'one', id],
  cases: ['tasks', 'case'],
  ofCase: (caseId: string) => ['tasks', 'case', caseId],
} as const;
