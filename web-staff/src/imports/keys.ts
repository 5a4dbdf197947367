export const importKeys = {
  all: ['imports'],
  list: ['imports', 'list'],
  one: (id: string) => ['imports', 'one', id],
  lines: (id: string, filter: string) => ['imports', 'one', id, 'lines', filter],
} as const;
