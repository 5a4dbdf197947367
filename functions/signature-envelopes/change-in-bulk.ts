import { AppError } from '#domain/contract/errors.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import type { BulkResult } from '#domain/signatures/envelope.schema.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { handler } from '#functions/kernel/handler.ts';
import type { EnvelopeRecord } from '#functions/records/envelope-record.ts';
import { type Envelopes, envelopes } from '#functions/records/envelopes.ts';
import { deleteEnvelope, resend } from './shared/envelope-deeds.ts';

type Named = string | number;

/** The envelope of an id of its own, or of that of a submission at DocuSeal. Throws 404. */
const envelopeNamed = async (all: Envelopes, named: Named): Promise<EnvelopeRecord> => {
  const id = typeof named === 'string' ? named : (await all.bySubmission(named))?.id;
  return all.require(id ?? '');
};

/** The first sentence of what the call for one alone would answer. */
const whyNot = ({ body }: AppError): string => {
  const [said] = Object.values(body);
  return String(Array.isArray(said) ? said[0] : said);
};

/** Each by itself, in a transaction of its own: what one lacks stops no other. */
const eachOf = async (
  named: readonly Named[],
  all: Envelopes,
  {
    attempt,
    one,
  }: {
    attempt: (read: () => Promise<EnvelopeRecord>, work: (record: EnvelopeRecord) => Promise<void>) => Promise<void>;
    one: (record: EnvelopeRecord) => Promise<void>;
  },
): Promise<BulkResult> => {
  const results: BulkResult['results'] = [];
  for (const submission_id of [...new Set(named)])
    try {
      await attempt(() => envelopeNamed(all, submission_id), one);
      results.push({ submission_id, success: true, error: '' });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ submission_id, success: false, error: whyNot(error) });
    }
  const succeeded = results.filter(({ success }) => success).length;
  return { succeeded, failed: results.length - succeeded, results };
};

export const bulkDeleteEnvelopes = handler(envelopeEndpoints.bulkDelete, { envelopes }, async ({ body }, context) => {
  const { db, work } = context;
  const reason = body.reason || signatureMessages.defaultDeleteReason;
  const answer = await eachOf(body.submission_ids, db.envelopes, {
    attempt: (read, one) => work.attempt(read, one),
    one: async (record) => {
      deleteEnvelope(context, record, reason);
      await work.step();
    },
  });
  return work.finish(answer);
});

export const bulkResendEnvelopes = handler(envelopeEndpoints.bulkResend, { envelopes }, async ({ body }, context) => {
  const { db, work } = context;
  const answer = await eachOf(body.submission_ids, db.envelopes, {
    attempt: (read, one) => work.attempt(read, one),
    one: async (record) => {
      resend(context, record);
      await work.step();
    },
  });
  return work.finish(answer);
});
