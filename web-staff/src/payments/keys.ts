export const paymentKeys = {
  all: ['payments'],
  list: (query: object) => ['payments', 'list', query],
  summary: (query: object) => ['payments', 'summary', query],
  receivables: (caseId: string) => ['payments', 'receivables', caseId],
  due: ['payments', 'due'],
  ledger: (caseId: string) => ['payments', 'ledger', caseId],
} as const;
