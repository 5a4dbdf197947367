import { canonicalInquiry, inquiryErrors } from '#domain/intake/inquiry.schema.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { type FieldErrors, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { type FormValues, newSubmissions } from '#functions/intake/repository/submissions.ts';
import { publicForms } from '#functions/managed-forms/repository.ts';
import { publicHomeProfiles } from '#functions/organizations/repository/homes.ts';
import { botCheck } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { answeredForm, unknownForm } from './answered-form.ts';
import { validateSender } from './check-sender.ts';
import { newReportStatus, newSubmission, submissionReceivedResponse } from './new-submission.ts';

/** Somebody plans ahead, or tells what an obituary should say: kept among what families send, as no report of a death. */
export const sendInquiry = handler(
  intakeEndpoints.inquire,
  { homeCards: publicHomeProfiles, publicForms, submissions: newSubmissions, botCheck },
  async ({ body }, context) => {
    const { db: shared, within, now } = context;
    const { funeral_home_slug, recaptcha_token, language, form_id, form_version, extra_answers, ...sent } = body;
    const home = await shared.homeCards.find(funeral_home_slug);
    if (!home) throw notFound('Funeral home not found');
    const own = { form_id, form_version, extra_answers: extra_answers ?? {} };
    const { answered, faults: open } = await answeredForm(shared.publicForms, home, own);
    const { kind } = answered;
    if (!isInquiry(kind)) throw invalid(unknownForm);
    const today = todayIn(home.time_zone, now);
    const faults = { ...inquiryErrors(kind, sent, today), ...open };
    if (Object.keys(faults).length) throw invalid(faults as FieldErrors);
    const judged = await validateSender(context, home, recaptcha_token);
    const form = canonicalInquiry(kind, sent, today) as FormValues;
    const submission = newSubmission(home, form, judged, undefined, { ...answered, language: language ?? 'en' }, now);
    const { id, funeral_home_id } = submission;
    const { status_token, status } = newReportStatus(submission);
    const { db, work } = within(home.organization_id);
    return work
      .add(db.submissions.create(submission), db.submissions.createStatus(status))
      .audit('submission.received', id)
      .announce('intake.submitted', id, { submission_id: id, funeral_home_id })
      .finish(submissionReceivedResponse(submission, status_token));
  },
);
