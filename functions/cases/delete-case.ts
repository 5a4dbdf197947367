import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { caseMessages } from '#domain/cases/case-lifecycle.ts';
import { assertAllowed, denialReason } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { hasLedger, hasStatements } from '#functions/cases/repository/case-record.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { submissions } from '#functions/intake/repository/submissions.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { removeCase } from './shared/remove-case.ts';

/** By force whatever its status; with a confirmation only if that is the case's number. */
export const deleteCase = handler(
  caseEndpoints.delete,
  { cases, customers, submissions, firstCalls, ssn },
  ({ params, query }, context) => {
    const { db, work, actor } = context;
    const { force, confirmation, reason = '' } = query;
    return work.attempt(
      () => db.cases.require(params.id),
      async (caseRecord) => {
        const { status, case_number } = caseRecord.core;
        const about = {
          status,
          hasPayments: hasLedger(caseRecord.core),
          hasStatements: hasStatements(caseRecord.core),
          byForce: force === 'true',
        };
        if (about.hasPayments && denialReason(actor, 'case:delete', about)?.kind === 'conflict')
          throw conflictError(caseEndpoints.delete, { hasPayments: true }, caseMessages.hasPayments);
        assertAllowed(actor, 'case:delete', about);
        if (confirmation !== undefined && confirmation.trim().toUpperCase() !== case_number.toUpperCase())
          throw invalid({ confirmation: [caseMessages.confirmationDiffers] });
        await removeCase(context, caseRecord, reason);
        return work.finish({ success: true as const });
      },
    );
  },
);
