import type { CustomerContact } from '#domain/signatures/people-of-case.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { customerSchema } from '#functions/customers/repository/customer-record.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import type { Repository } from '#functions/platform/store/repository.ts';

/** What papers to sign are filled from: cases, the customers they name and homes, to read and nothing else. */
export const signingSources = {
  grants: ['table:cases-read', 'table:home-names'],
  in: (table, keys) => {
    const { require, requireCore } = createCaseRepository(table, keys);
    const { plainHome, homeNames } = createHomeRepository(table, keys);
    return {
      /** Throws 404 for one that is not there. */
      case: require,
      caseCore: requireCore,
      homeNames,
      async home(id: string) {
        const home = await plainHome(id);
        if (!home) throw new Error('a case without a home');
        return home;
      },
      /** Those that are there; one that was merged away is not. */
      async customers(ids: readonly string[]): Promise<CustomerContact[]> {
        const items = await table.getAll(ids.map((id) => keys.customer(id)));
        return items.filter(({ first_name }) => first_name !== undefined).map((item) => customerSchema.parse(item));
      },
    };
  },
} as const satisfies Repository;
export type SigningFacts = ReturnType<(typeof signingSources)['in']>;
