export const submissionKeys = {
  all: ['submissions'],
  lists: ['submissions', 'list'],
  list: (query: object) => ['submissions', 'list', query],
  one: (id: string) => ['submissions', 'one', id],
} as const;
