export const firstCallKeys = {
  all: ['first-calls'],
  lists: ['first-calls', 'list'],
  list: (query: object) => ['first-calls', 'list', query],
  one: (id: string) => ['first-calls', 'one', id],
  conversion: (id: string) => ['first-calls', 'conversion', id],
} as const;
