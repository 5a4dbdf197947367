export const customerKeys = {
  all: ['customers'],
  lists: ['customers', 'list'],
  list: (query: object) => ['customers', 'list', query],
  records: ['customers', 'one'],
  one: (id: string) => ['customers', 'one', id],
  searches: ['customers', 'search'],
  search: (typed: string) => ['customers', 'search', typed],
  mergePreview: (id: string, duplicateId: string) => ['customers', 'merge-preview', id, duplicateId],
  duplicates: ['customers', 'duplicates'],
} as const;
