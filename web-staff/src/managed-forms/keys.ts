export const managedFormKeys = {
  all: ['managed-forms'],
  ofHome: (homeId: string) => ['managed-forms', 'of-home', homeId],
  one: (id: string) => ['managed-forms', 'one', id],
  version: (id: string, number: number) => ['managed-forms', 'version', id, number],
} as const;
