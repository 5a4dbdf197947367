import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { AppError, notFound } from '#domain/contract/errors.ts';
import type { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { sha256 } from '#functions/data/idempotency.ts';
import type { FormValues, SubmissionRecord } from '#functions/data/submissions.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { newReference } from './reference.ts';

/** A family reports a death. Refuses an unknown home and a failed bot check; an unreachable one is marked, not refused. */
export const submitIntake: Handler<typeof intakeEndpoints.submit> = async ({ body }, context) => {
  const { funeral_home_slug, recaptcha_token, social_security_number, ...form } = body;
  const home = await context.homeCard(funeral_home_slug);
  if (!home) throw notFound('Funeral home not found');
  const verdict = await context.botCheck.verify(recaptcha_token, context.request.ip);
  if (verdict.verdict === 'refused')
    throw new AppError('invalid', {
      detail: 'Failed to submit. Please try again or call us directly.',
      reason: `bot check: ${verdict.error_codes.join(' ')}`,
      ...(verdict.error_codes.includes('timeout-or-duplicate') ? { perhapsTwin: true } : {}),
    });
  const sealed = social_security_number
    ? await context.cipher.seal(home.organization_id, String(social_security_number))
    : undefined;
  const at = context.now.toISOString();
  const statusToken = randomBytes(32).toString('base64url');
  const submission: SubmissionRecord = {
    id: uuid(),
    reference: newReference(),
    organization_id: home.organization_id,
    funeral_home_id: home.funeral_home_id,
    funeral_home_name: home.name,
    version: 1,
    status: 'new',
    created_at: at,
    updated_at: at,
    contacted_at: null,
    contacted_by_name: null,
    case_id: null,
    case_number: null,
    ssn_id: sealed?.ssn_id ?? null,
    ssn_last4: sealed?.last4 ?? null,
    bot_check: { ...verdict, verdict: verdict.verdict },
    form: form as FormValues,
  };
  const { id, reference } = submission;
  const db = context.databaseOf(home.organization_id);
  return db.commit(
    [
      ...db.submissions.create(submission),
      db.submissions.createStatus({
        reference,
        token_hash: sha256(statusToken),
        status: 'received',
        funeral_home_name: home.name,
        submitted_at: at,
      }),
      ...(sealed ? [db.ssn.put(sealed)] : []),
      db.audit.entry('SUBMISSION', id, 'submission.received'),
      db.outbox.event('intake.submitted', id, { submission_id: id, funeral_home_id: home.funeral_home_id }),
    ],
    {
      success: true as const,
      message: 'Thank you. We have received your information and will contact you shortly.',
      reference,
      status_token: statusToken,
    },
  );
};
