import { countingYear } from '#domain/cases/case-number.ts';
import { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import { toCaseSections } from '#domain/submissions/submission-to-case.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import { nextOfKinCustomer } from '#functions/customers/shared/next-of-kin-customer.ts';
import type { ContextOf } from '#functions/kernel/context.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases, NumberTaken } from '#functions/records/cases.ts';
import { customers } from '#functions/records/customer-database.ts';
import { organizations } from '#functions/records/organizations.ts';
import { type SubmissionRecord, submissions } from '#functions/records/submissions.ts';
import { locks } from '#functions/store/locks.ts';
import { retryOnConflict, WriteConflict } from '#functions/store/retry-on-conflict.ts';
import { caseOfSubmission } from './case-of-submission.ts';

const needs = { submissions, cases, customers, organizations, locks };
type Context = ContextOf<typeof submissionEndpoints.convertToCase, typeof needs>;

const take = async (context: Context, submission: SubmissionRecord, manual: string | undefined) => {
  const { db, work, now } = context;
  const home = await db.organizations.home(submission.funeral_home_id);
  if (!home) throw new Error('a submission without a home');
  const year = Number(todayIn(home.time_zone, now).slice(0, 4));
  const next = manual ? undefined : await db.cases.nextNumber(home.id, year, home.case_numbering);
  const case_number = manual ?? next?.number ?? '';
  const { kase, converted } = caseOfSubmission(submission, case_number, context);
  const { id } = submission;
  // Another try begins anew.
  work
    .discard()
    .add(
      db.submissions.change(submission, converted),
      next && db.cases.advance(home.id, countingYear(home.case_numbering, year), next),
    );
  const { sections, customers: linked } = await nextOfKinCustomer(context, kase.id, toCaseSections(submission));
  return work
    .add(db.cases.create({ ...kase, customers: linked }, sections))
    .audit('submission.converted', id, [{ field: 'case_number', from: null, to: case_number }])
    .audit('case.created', kase.id, [{ field: 'source_submission_id', from: null, to: id }])
    .announce('submission.converted', id, { submission_id: id, case_id: kase.id })
    .announce('case.created', kase.id, { case_id: kase.id, funeral_home_id: home.id })
    .finish({ case_id: kase.id, case_number });
};

/**
 * One case per submission, however often it is asked for (quality R-23): later calls get the same case. The SSN's
 * ciphertext stays where it is; the case takes over the reference.
 */
export const convertToCase = handler(submissionEndpoints.convertToCase, needs, ({ params, body }, context) => {
  const { db } = context;
  const manual = body.case_number_manual_override || undefined;
  const convert = async (submission: SubmissionRecord, tries: number) => {
    const { case_id, case_number } = submission;
    if (case_id && case_number) return { case_id, case_number };
    const attempt = () => take(context, submission, manual);
    try {
      return await (tries === 1 || manual ? attempt() : db.locks.withLock('case-number', attempt));
    } catch (error) {
      // A number that nobody asked for gives way to the next one.
      throw error instanceof NumberTaken && !manual ? new WriteConflict() : error;
    }
  };
  return retryOnConflict(() => db.submissions.require(params.id), convert);
});
