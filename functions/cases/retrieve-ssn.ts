import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { AppError } from '#domain/contract/errors.ts';
import type { Handler } from '#functions/kernel/context.ts';

const noNumber = 'No Social Security number is recorded for this case.';

/** The audit entry is committed before anything is decrypted: no entry, no number (quality S-10). */
export const retrieveSsn: Handler<typeof caseEndpoints.retrieveSsn> = async (
  { params },
  { db, actor, cipher, count },
) => {
  const kase = await db.cases.requireCore(params.id);
  const ciphertext = kase.ssn_id ? await db.ssn.ciphertext(kase.ssn_id) : undefined;
  if (!kase.ssn_id || !ciphertext) throw new AppError('notFound', { detail: noNumber, extra: { error: noNumber } });
  const entry = [
    db.audit.entry('CASE', kase.id, 'ssn.revealed', [{ field: 'social_security_number', from: null, to: null }]),
    db.outbox.event('ssn.revealed', kase.id, { case_id: kase.id, profile_id: actor.id }),
  ];
  await db.commit(entry, undefined).catch((error: Error) => {
    throw new AppError('unavailable', { reason: `audit: ${error.name}`, retryAfterSeconds: 2 });
  });
  count('SsnReveals');
  return { social_security_number: await cipher.open(actor.organizationId, { ssn_id: kase.ssn_id, ciphertext }) };
};
