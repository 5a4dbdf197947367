/** What is cached about payments: everything stands under `all`. */
export const paymentKeys = {
  all: ['payments'],
  ledger: (caseId: string) => ['payments', 'ledger', caseId],
} as const;
