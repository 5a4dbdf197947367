/** What is cached about payments: everything stands under `all`. */
export const paymentKeys = {
  all: ['payments'],
  list: (query: object) => ['payments', 'list', query],
  summary: (query: object) => ['payments', 'summary', query],
  /** What is still to come, of a case and in all. */
  toCome: (caseId: string) => ['payments', 'to-come', caseId],
  due: ['payments', 'due'],
  ledger: (caseId: string) => ['payments', 'ledger', caseId],
} as const;
