export const paymentKeys = {
  all: ['payments'],
  list: (query: object) => ['payments', 'list', query],
  summary: (query: object) => ['payments', 'summary', query],
  toCome: (caseId: string) => ['payments', 'to-come', caseId],
  due: ['payments', 'due'],
  ledger: (caseId: string) => ['payments', 'ledger', caseId],
} as const;
