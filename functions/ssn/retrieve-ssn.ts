import { ssnEndpoints } from '#domain/cases/ssn.endpoints.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { caseOfSsn } from '#functions/cases/repository/find-case-by-ssn.ts';
import { ssnDecryptor } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { ssnCiphertexts } from './repository.ts';

const noNumber = 'No Social Security number is recorded for this case.';
const noValues = { field: 'social_security_number', from: null, to: null };

/** The audit entry commits before decryption (S-10). */
export const retrieveSsn = handler(
  ssnEndpoints.retrieve,
  { cases: caseOfSsn, ssn: ssnCiphertexts, ssnDecryptor },
  async ({ params }, { db, work, actor, ssnDecryptor, count }) => {
    const { id, ssn_id } = await db.cases.require(params.id);
    const ciphertext = ssn_id ? await db.ssn.ciphertext(ssn_id) : undefined;
    if (!ssn_id || !ciphertext) throw new AppError('notFound', { detail: noNumber, extra: { error: noNumber } });
    await work
      .audit('ssn.revealed', id, [noValues])
      // Also in the member's audit log, which outlives the case.
      .audit('member.number_shown', actor.id, [{ field: 'case_id', from: null, to: id }])
      .announce('ssn.revealed', id, { case_id: id, profile_id: actor.id })
      .step()
      .catch((error: Error) => {
        throw new AppError('unavailable', { reason: `audit: ${error.name}`, retryAfterSeconds: 2 });
      });
    count('SsnReveals');
    return { social_security_number: await ssnDecryptor.open(actor.organizationId, { ssn_id, ciphertext }) };
  },
);
