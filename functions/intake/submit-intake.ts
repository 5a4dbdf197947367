import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { validateIntake } from '#domain/intake/intake-form.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { type FieldErrors, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { clockOfHome } from '#domain/shared/values/home-clock.ts';
import { type FormValues, newSubmissions } from '#functions/intake/repository/submissions.ts';
import { publicForms } from '#functions/managed-forms/repository.ts';
import { publicHomeProfiles } from '#functions/organizations/repository/homes.ts';
import { botCheck, ssnEncryptor } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { newSsn } from '#functions/ssn/repository.ts';
import { answeredForm, unknownForm } from './answered-form.ts';
import { validateSender } from './check-sender.ts';
import { newReportStatus, newSubmission, submissionReceivedResponse } from './new-submission.ts';

/** A family reports a death. Refuses an unknown home and a failed bot check; an unreachable one is marked, not refused. */
export const submitIntake = handler(
  intakeEndpoints.submit,
  {
    homeCards: publicHomeProfiles,
    publicForms,
    submissions: newSubmissions,
    ssn: newSsn,
    botCheck,
    ssnSealer: ssnEncryptor,
  },
  async ({ body }, context) => {
    const { db: shared, within, ssnSealer: ssnEncryptor, now } = context;
    const { funeral_home_slug, recaptcha_token, social_security_number, language = 'en', ...sent } = body;
    const { form_id, form_version, extra_answers, ...form } = sent;
    const home = await shared.homeCards.find(funeral_home_slug);
    if (!home) throw notFound('Funeral home not found');
    // The day may have begun elsewhere on Earth: what counts is the home's (D2 §5, not in the future).
    const { answered, faults: open } = await answeredForm(shared.publicForms, home, sent);
    const another = isInquiry(answered.kind) ? unknownForm : {};
    const faults = {
      ...validateIntake(body, todayIn(home.time_zone, now), clockOfHome(home, now)),
      ...open,
      ...another,
    };
    if (Object.keys(faults).length) throw invalid(faults as FieldErrors);
    const judged = await validateSender(context, home, recaptcha_token);
    const sealed = social_security_number
      ? await ssnEncryptor.seal(home.organization_id, String(social_security_number))
      : undefined;
    const submission = newSubmission(home, form as FormValues, judged, sealed, { ...answered, language }, now);
    const { id, funeral_home_id } = submission;
    const { status_token, status } = newReportStatus(submission);
    const { db, work } = within(home.organization_id);
    return work
      .add(db.submissions.create(submission), db.submissions.createStatus(status), sealed && db.ssn.put(sealed))
      .audit('submission.received', id)
      .announce('intake.submitted', id, { submission_id: id, funeral_home_id })
      .finish(submissionReceivedResponse(submission, status_token));
  },
);
