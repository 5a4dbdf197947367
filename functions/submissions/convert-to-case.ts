import { countingYear } from '#domain/cases/case-number.ts';
import type { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import { toCaseSections } from '#domain/submissions/submission-to-case.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import type { Handler, StaffContext } from '#functions/kernel/context.ts';
import { NumberTaken } from '#functions/records/cases.ts';
import type { SubmissionRecord } from '#functions/records/submissions.ts';
import { ChangedMeanwhile, onCurrent } from '#functions/store/on-current.ts';
import { caseOfSubmission } from './case-of-submission.ts';
import { nextOfKinCustomer } from './next-of-kin-customer.ts';

const take = async (context: StaffContext, submission: SubmissionRecord, manual: string | undefined) => {
  const { db, now } = context;
  const home = await db.organizations.home(submission.funeral_home_id);
  if (!home) throw new Error('a submission without a home');
  const year = Number(todayIn(home.time_zone, now).slice(0, 4));
  const next = manual ? undefined : await db.cases.nextNumber(home.id, year, home.case_numbering);
  const case_number = manual ?? next?.number ?? '';
  const { kase, converted } = caseOfSubmission(submission, case_number, context);
  const { id } = submission;
  const customer = await nextOfKinCustomer(context, kase.id, toCaseSections(submission));
  const source = { field: 'source_submission_id', from: null, to: id };
  const numbered = { field: 'case_number', from: null, to: case_number };
  return db.commit(
    [
      ...db.submissions.change(submission, converted),
      ...db.cases.create({ ...kase, customers: customer.customers }, customer.sections),
      ...customer.writes,
      ...(next ? [db.cases.advance(home.id, countingYear(home.case_numbering, year), next)] : []),
      db.audit.entry('SUBMISSION', id, 'submission.converted', [numbered]),
      db.audit.entry('CASE', kase.id, 'case.created', [source]),
      db.outbox.event('submission.converted', id, { submission_id: id, case_id: kase.id }),
      db.outbox.event('case.created', kase.id, { case_id: kase.id, funeral_home_id: home.id }),
    ],
    { case_id: kase.id, case_number },
  );
};

/**
 * One case per submission, however often it is asked for (quality R-23): later calls get the same case. The SSN's
 * ciphertext stays where it is; the case takes over the reference.
 */
export const convertToCase: Handler<typeof submissionEndpoints.convertToCase> = ({ params, body }, context) => {
  const { db } = context;
  const manual = body.case_number_manual_override || undefined;
  const convert = async (submission: SubmissionRecord, tries: number) => {
    const { case_id, case_number } = submission;
    if (case_id && case_number) return { case_id, case_number };
    const attempt = () => take(context, submission, manual);
    try {
      return await (tries === 1 || manual ? attempt() : db.inTurn('case-number', attempt));
    } catch (error) {
      // A number that nobody asked for gives way to the next one.
      throw error instanceof NumberTaken && !manual ? new ChangedMeanwhile() : error;
    }
  };
  return onCurrent(() => db.submissions.require(params.id), convert);
};
