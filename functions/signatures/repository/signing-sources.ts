import { directors, type Role } from '#domain/shared/access/roles.ts';
import { type CustomerContact, directorOfCase, type StaffSigner } from '#domain/signatures/people-of-case.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { customerSchema } from '#functions/customers/repository/customer-record.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';

/** Read-only records for values of documents: cases, their customers and homes. */
export const signingSources = {
  grants: ['table:cases-read', 'table:home-names'],
  in: (table, keys) => {
    const { require, requireCore } = createCaseRepository(table, keys);
    const { homeOfRecord, homeNames } = createHomeRepository(table, keys);
    return {
      case: require,
      caseCore: requireCore,
      homeNames,
      home: homeOfRecord,
      /** Without merged customers. */
      async customers(ids: readonly string[]): Promise<CustomerContact[]> {
        const items = await table.getAll(ids.map((id) => keys.customer(id)));
        return items.filter(({ first_name }) => first_name !== undefined).map((item) => customerSchema.parse(item));
      },
    };
  },
} as const satisfies Repository;
export type SigningFacts = ReturnType<(typeof signingSources)['in']>;

const isDirector = (role: Role): boolean => directors.some((one) => one === role);

/** Who signs for the firm. */
export const staffSigners = {
  grants: ['table:members-read'],
  in: (table, keys) => ({
    /** Returns `actor` if the role may sign as funeral director, otherwise the director of the case. */
    async of(actor: Actor, openedBy: string | null | undefined): Promise<StaffSigner | undefined> {
      if (isDirector(actor.role)) return actor;
      return directorOfCase(await createTeamRepository(table, keys).members(), openedBy);
    },
  }),
} as const satisfies Repository;
export type StaffSigners = ReturnType<(typeof staffSigners)['in']>;
