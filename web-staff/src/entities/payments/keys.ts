/** What is cached about payments: everything stands under `all`. */
export const paymentKeys = {
  all: ['payments'],
  list: (query: object) => ['payments', 'list', query],
  summary: (query: object) => ['payments', 'summary', query],
  ledger: (caseId: string) => ['payments', 'ledger', caseId],
} as const;
