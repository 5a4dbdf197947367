import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { deadlineOverrides } from '#functions/deadlines/repository/deadlines.ts';
import { createFirstCallRepository } from '#functions/first-calls/repository/first-calls.ts';
import { createHomeRepository, type PlainHome } from '#functions/organizations/repository/homes.ts';
import { createPaymentRepository } from '#functions/payments/repository/payments.ts';
import { permits } from '#functions/permits/repository.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { type PriceListRecord, priceLists } from '#functions/statements/repository/price-lists.ts';
import { createStatementRepository, type StoredStatement } from '#functions/statements/repository/statements.ts';

/** Read-only records for papers. Each method throws 404 if the record is missing. */
export const printed = {
  grants: ['table:printed', 'table:home-names'],
  in: (table, keys) => {
    const cases = createCaseRepository(table, keys);
    const payments = createPaymentRepository(table, keys);
    const firstCalls = createFirstCallRepository(table, keys);
    const homes = createHomeRepository(table, keys);
    return {
      case: (id: string) => cases.require(id),
      permits: async (caseId: string) => (await permits.in(table, keys).of(caseId)).entries,
      overrides: async (caseId: string) => (await deadlineOverrides.in(table, keys).of(caseId)).entries,
      statements: (caseId: string): Promise<StoredStatement[]> => createStatementRepository(table, keys).ofCase(caseId),
      priceList: (homeId: string, id: string): Promise<PriceListRecord> =>
        priceLists.in(table, keys).require(homeId, id),
      priceLists: (homeId: string): Promise<PriceListRecord[]> => priceLists.in(table, keys).ofHome(homeId),
      payment: (id: string) => payments.require(id),
      ledger: (caseId: string) => payments.ofCase(caseId),
      firstCall: (id: string) => firstCalls.require(id),
      async home(id: string): Promise<PlainHome> {
        const home = await homes.plainHome(id);
        if (!home) throw new Error('a record without a home');
        return home;
      },
    };
  },
} as const satisfies Repository;
export type Printed = ReturnType<typeof printed.in>;
