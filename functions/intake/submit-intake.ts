import { randomBytes } from 'node:crypto';
import { AppError, notFound } from '#domain/contract/errors.ts';
import type { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import type { BotVerdict } from '#functions/adapters/bot-check.ts';
import type { Handler } from '#functions/kernel/context.ts';
import type { FormValues } from '#functions/records/submissions.ts';
import { sha256 } from '#functions/store/idempotency.ts';
import { newSubmission } from './new-submission.ts';

type Accepted = BotVerdict & { verdict: 'verified' | 'unverified' };

/** Throws when the verifier refused; a token that is used up may have been used up by this request's own twin. */
function assertHuman(said: BotVerdict): asserts said is Accepted {
  if (said.verdict !== 'refused') return;
  throw new AppError('invalid', {
    detail: 'Failed to submit. Please try again or call us directly.',
    reason: `bot check: ${said.error_codes.join(' ')}`,
    ...(said.error_codes.includes('timeout-or-duplicate') ? { perhapsTwin: true } : {}),
  });
}

/** A family reports a death. Refuses an unknown home and a failed bot check; an unreachable one is marked, not refused. */
export const submitIntake: Handler<typeof intakeEndpoints.submit> = async ({ body }, context) => {
  const { funeral_home_slug, recaptcha_token, social_security_number, ...form } = body;
  const home = await context.homeCard(funeral_home_slug);
  if (!home) throw notFound('Funeral home not found');
  const said: BotVerdict = await context.botCheck.verify(recaptcha_token, context.request.ip);
  assertHuman(said);
  const sealed = social_security_number
    ? await context.cipher.seal(home.organization_id, String(social_security_number))
    : undefined;
  const submission = newSubmission(home, form as FormValues, said, sealed, context.now);
  const { id, reference, created_at: submitted_at } = submission;
  const status_token = randomBytes(32).toString('base64url');
  const token_hash = sha256(status_token);
  const db = context.databaseOf(home.organization_id);
  return db.commit(
    [
      ...db.submissions.create(submission),
      db.submissions.createStatus({
        reference,
        token_hash,
        funeral_home_id: home.funeral_home_id,
        submitted_at,
      }),
      ...(sealed ? [db.ssn.put(sealed)] : []),
      db.audit.entry('SUBMISSION', id, 'submission.received'),
      db.outbox.event('intake.submitted', id, { submission_id: id, funeral_home_id: home.funeral_home_id }),
    ],
    {
      success: true as const,
      message: 'Thank you. We have received your information and will contact you shortly.',
      reference,
      status_token,
    },
  );
};
