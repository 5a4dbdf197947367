export const quickBooksKeys = {
  all: ['accounting'],
  status: (company?: string) => ['accounting', 'status', company ?? ''],
  settings: (company?: string) => ['accounting', 'settings', company ?? ''],
  entries: (state: string) => ['accounting', 'entries', state],
  progress: (company?: string) => ['accounting', 'progress', company ?? ''],
  month: (month: string, company?: string) => ['accounting', 'month', month, company ?? ''],
  accounts: (company?: string) => ['accounting', 'accounts', company ?? ''],
  overview: (scope: string, company?: string) => ['accounting', 'overview', scope, company ?? ''],
  invoices: (company?: string) => ['accounting', 'invoices', company ?? ''],
} as const;
