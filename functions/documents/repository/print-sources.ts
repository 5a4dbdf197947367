import type { GateFacts } from '#domain/gates/gate-facts.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { type CaseRecord, caseSchema } from '#functions/cases/repository/case-record.ts';
import { sectionValuesOf } from '#functions/cases/repository/case-rows.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { deadlineOverrides } from '#functions/deadlines/repository/deadlines.ts';
import { createFirstCallRepository } from '#functions/first-calls/repository/first-calls.ts';
import { gateFactsIn } from '#functions/gates/repository.ts';
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
      async gates(caseId: string): Promise<{ core: CaseRecord; facts: GateFacts }> {
        const items = await table.query({ pk: keys.caseItems(caseId) });
        const found = items.find(({ sk }) => sk === 'CASE');
        if (!found) throw notFound();
        const core = caseSchema.parse(found);
        return { core, facts: gateFactsIn(core, sectionValuesOf(items), items) };
      },
      statements: (caseId: string): Promise<StoredStatement[]> => createStatementRepository(table, keys).ofCase(caseId),
      priceList: (homeId: string, id: string): Promise<PriceListRecord> =>
        priceLists.in(table, keys).require(homeId, id),
      priceLists: (homeId: string): Promise<PriceListRecord[]> => priceLists.in(table, keys).ofHome(homeId),
      payment: (id: string) => payments.require(id),
      ledger: (caseId: string) => payments.ofCase(caseId),
      firstCall: (id: string) => firstCalls.require(id),
      home: (id: string): Promise<PlainHome> => homes.homeOfRecord(id),
    };
  },
} as const satisfies Repository;
export type Printed = ReturnType<typeof printed.in>;
