import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { caseMessages, defaultDeletionReason } from '#domain/cases/case-lifecycle.ts';
import { denialReason } from '#domain/shared/access/policies.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { statementMessages } from '#domain/statements/statement-messages.ts';
import { hasLedger, hasStatements } from '#functions/cases/repository/case-record.ts';
import { type CaseRecord, cases } from '#functions/cases/repository/cases.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { submissions } from '#functions/intake/repository/submissions.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import type { ContextOf } from '#functions/platform/api/context.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { removeCase } from './shared/remove-case.ts';

const needs = { cases, customers, submissions, firstCalls, ssn };
type Context = ContextOf<typeof caseEndpoints.bulkDelete, typeof needs>;

const named = ({ id, case_number }: CaseRecord) => ({ id, case_number });

/** Throws 409 with those that cannot be deleted; those with money received under the name that is documented (D1 §8). */
const assertAllMay = ({ actor }: Context, found: readonly CaseRecord[], byForce: boolean, deleted: number): void => {
  const refused = found.flatMap((core) => {
    const about = { status: core.status, hasPayments: hasLedger(core), hasStatements: hasStatements(core), byForce };
    const why = denialReason(actor, 'case:delete', about);
    return why ? [{ core, hasPayments: about.hasPayments, hasStatements: about.hasStatements }] : [];
  });
  if (refused.length === 0) return;
  const paid = refused.filter(({ hasPayments }) => hasPayments);
  const kept = refused.some((one) => one.hasStatements) ? statementMessages.kept : caseMessages.deleteByForce;
  const numbers = refused.map(({ core }) => core.case_number).join(', ');
  const told = {
    success: false as const,
    deleted_count: deleted,
    ...(paid.length ? { hasPayments: true as const, casesWithPayments: paid.map(({ core }) => named(core)) } : {}),
    blocked: refused.filter(({ hasPayments }) => !hasPayments).map(({ core }) => named(core)),
  };
  throw conflictError(caseEndpoints.bulkDelete, told, `${paid.length ? caseMessages.hasPayments : kept} (${numbers})`);
};

/**
 * All or, when one of them cannot be deleted, none. Each goes in a transaction of its own; cut off in between, the same
 * call again goes on with those that are left.
 */
export const bulkDeleteCases = handler(caseEndpoints.bulkDelete, needs, async ({ body }, context) => {
  const { db, work } = context;
  const { force = false, reason = '' } = body;
  const found = await db.cases.cores([...new Set(body.case_ids)]);
  if (found.length === 0) throw notFound();
  assertAllMay(context, found, force, 0);
  let deleted = 0;
  for (const { id } of found) {
    const gone = await work.attempt(
      () => db.cases.find(id),
      async (caseRecord) => {
        if (!caseRecord) return false;
        // Opened again, or paid for, while this call was at work on others.
        assertAllMay(context, [caseRecord.core], force, deleted);
        await removeCase(context, caseRecord, reason || defaultDeletionReason);
        await work.step();
        return true;
      },
    );
    if (gone) deleted++;
  }
  return work.finish({
    success: true as const,
    deleted_count: deleted,
    message: `${deleted} ${deleted === 1 ? 'case' : 'cases'} deleted`,
  });
});
