export const accountingKeys = {
  all: ['accounting'],
  status: ['accounting', 'status'],
  settings: ['accounting', 'settings'],
  entries: (state: string) => ['accounting', 'entries', state],
  progress: ['accounting', 'progress'],
  month: (month: string) => ['accounting', 'month', month],
  accounts: ['accounting', 'accounts'],
} as const;
