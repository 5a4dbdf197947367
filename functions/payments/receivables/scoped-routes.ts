import { receivablesEndpoints } from '#domain/payments/receivables.endpoints.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { caseHeaders } from '#functions/cases/repository/cases.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { expectedOf } from './shared/assignment-values.ts';

/** The audit entry is written before the number is read. */
const getPolicyNumber = handler(
  receivablesEndpoints.policyNumber,
  { cases: caseHeaders },
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

export const receivablesScopedRoutes = organizationScopedRoutes(receivablesEndpoints, {
  policyNumber: getPolicyNumber,
});
