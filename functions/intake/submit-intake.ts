import { AppError, type FieldErrors, invalid, notFound } from '#domain/contract/errors.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { validateIntake } from '#domain/intake/intake-form.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import type { BotVerdict } from '#functions/adapters/bot-check.ts';
import { handler } from '#functions/kernel/handler.ts';
import { botCheck, ssnSealer } from '#functions/kernel/provisions.ts';
import { type HomeCard, homeCards } from '#functions/records/homes.ts';
import { publicForms } from '#functions/records/managed-forms.ts';
import { newSsn } from '#functions/records/ssn.ts';
import { newSubmissions } from '#functions/records/submissions.ts';
import { answeredForm } from './answered-form.ts';
import { newStatus, newSubmission } from './new-submission.ts';

type Accepted = BotVerdict & { verdict: 'verified' | 'unverified' };

/** Throws when the verifier refused; a token that is used up may have been used up by this request's own twin. */
function assertHuman(found: BotVerdict): asserts found is Accepted {
  if (found.verdict !== 'refused') return;
  throw new AppError('invalid', {
    detail: 'Failed to submit. Please try again or call us directly.',
    reason: `bot check: ${found.error_codes.join(' ')}`,
    ...(found.error_codes.includes('timeout-or-duplicate') ? { perhapsTwin: true } : {}),
  });
}

/** A refusal that says whom to call instead, for the page to show. */
const withTelephone = ({ kind, details }: AppError, { emergency_phone, phone }: HomeCard): AppError =>
  new AppError(kind, { ...details, extra: { telephone: emergency_phone ?? phone } });

/** More than a home gets in an hour: somebody has to look, and a family may well be among them. */
const beyondLimit = (found: Accepted): Accepted => ({
  ...found,
  verdict: 'unverified',
  error_codes: [...found.error_codes, 'over-limit'],
});

/** A family reports a death. Refuses an unknown home and a failed bot check; an unreachable one is marked, not refused. */
export const submitIntake = handler(
  intakeEndpoints.submit,
  { homeCards, publicForms, submissions: newSubmissions, ssn: newSsn, botCheck, ssnSealer },
  async ({ body }, { db: shared, within, botCheck, ssnSealer, countAccepted, count, request, now }) => {
    const { funeral_home_slug, recaptcha_token, social_security_number, ...sent } = body;
    const home = await shared.homeCards.find(funeral_home_slug);
    if (!home) throw notFound('Funeral home not found');
    // The day may have begun elsewhere on Earth: what counts is the home's (D2 §5, not in the future).
    const { form, answered, faults: open } = await answeredForm(shared.publicForms, home, sent);
    const faults = { ...validateIntake(body, todayIn(home.time_zone, now)), ...open };
    if (Object.keys(faults).length) throw invalid(faults as FieldErrors);
    const found: BotVerdict = await botCheck.verify(recaptcha_token, request.ip);
    assertHuman(found);
    // Only what a person seems to have sent is counted: nobody else can close a form, and no typing error does.
    const tooMany = await countAccepted('ip');
    if (tooMany) throw withTelephone(tooMany, home);
    const judged = (await countAccepted('home', home.funeral_home_id)) ? beyondLimit(found) : found;
    if (judged !== found) count('ReportsOverLimit');
    const sealed = social_security_number
      ? await ssnSealer.seal(home.organization_id, String(social_security_number))
      : undefined;
    const submission = newSubmission(home, form, judged, sealed, answered, now);
    const { id, reference } = submission;
    const { status_token, status } = newStatus(submission);
    const { db, work } = within(home.organization_id);
    return work
      .add(db.submissions.create(submission), db.submissions.createStatus(status), sealed && db.ssn.put(sealed))
      .audit('submission.received', id)
      .announce('intake.submitted', id, { submission_id: id, funeral_home_id: home.funeral_home_id })
      .finish({
        success: true as const,
        message: 'Thank you. We have received your information and will contact you shortly.',
        reference,
        status_token,
      });
  },
);
