import { notFound } from '#domain/contract/errors.ts';
import { moneyToComeEndpoints } from '#domain/money-to-come/money-to-come.endpoints.ts';
import { disclosuresOf, handler } from '#functions/kernel/handler.ts';
import { caseCores } from '#functions/records/cases/cases.ts';
import { expectedOf } from './shared/expected.ts';

/** The entry is written first: nobody has seen a number of whom it is not on record. */
const getPolicyNumber = handler(
  moneyToComeEndpoints.policyNumber,
  { cases: caseCores },
  async ({ params }, { db, work }) => {
    const { assignments } = expectedOf(await db.cases.requireCore(params.id));
    const found = assignments.find(({ id }) => id === params.assignmentId);
    if (!found) throw notFound();
    const { company, policy_number } = found;
    return work
      .audit('assignment.policy_number_revealed', params.id, [
        { field: 'insurance.company', from: company, to: company },
      ])
      .finish({ policy_number });
  },
);

export const moneyToComeDisclosures = disclosuresOf(moneyToComeEndpoints, { policyNumber: getPolicyNumber });
