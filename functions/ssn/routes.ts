import { ssnEndpoints } from '#domain/cases/ssn.endpoints.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { checkNumberCiphertexts } from '#functions/payments/repository/check-numbers.ts';
import { ssnDecryptor } from '#functions/platform/api/dependencies.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { caseSchema } from '../cases/repository/case-record.ts';
import { type Repository, recordReads } from '../platform/store/repository.ts';
import { ssnCiphertexts } from './repository.ts';

/** Gives the function that reveals SSNs the core of a case and nothing else. */
const caseOfSsn = {
  grants: ['table:ssn-read'],
  in: (table, keys) => ({
    ...recordReads(table, caseSchema.parse, keys.case),
  }),
} as const satisfies Repository;

const noNumber = 'No Social Security number is recorded for this case.';
const noValues = { field: 'social_security_number', from: null, to: null };

/** The audit entry commits before decryption (S-10). */
const retrieveSsn = handler(
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

/** The audit entry commits before decryption. */
const revealCheckNumber = handler(
  ssnEndpoints.checkNumber,
  { checkNumbers: checkNumberCiphertexts, ssnDecryptor },
  async ({ params }, { db, work, actor, ssnDecryptor, count }) => {
    const { id, case_id, receipt_number, check_number_id } = await db.checkNumbers.payment(params.id);
    const resting = check_number_id ? await db.checkNumbers.resting(check_number_id) : undefined;
    if (!check_number_id || !resting) throw new AppError('notFound', { detail: paymentMessages.noCheckNumber });
    await work
      .audit('payment.check_number_revealed', case_id, [
        { field: 'payments.receipt_number', from: receipt_number, to: receipt_number },
        { field: 'payments.check_number', from: null, to: null },
      ])
      .audit('member.number_shown', actor.id, [{ field: 'case_id', from: null, to: case_id }])
      .announce('payment.check-number-revealed', case_id, { payment_id: id, case_id, profile_id: actor.id })
      .step()
      .catch((error: Error) => {
        throw new AppError('unavailable', { reason: `audit: ${error.name}`, retryAfterSeconds: 2 });
      });
    count('CheckNumberReveals');
    const sealed = { ssn_id: check_number_id, ciphertext: resting.ciphertext };
    const of = resting.isOfPayment ? { payment: id } : {};
    return { check_number: await ssnDecryptor.open(actor.organizationId, sealed, of) };
  },
);

export const ssnRoutes = organizationScopedRoutes(ssnEndpoints, {
  retrieve: retrieveSsn,
  checkNumber: revealCheckNumber,
});
