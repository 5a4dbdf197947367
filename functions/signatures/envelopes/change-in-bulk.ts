import { AppError } from '#domain/shared/contract/errors.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import type { BulkResult } from '#domain/signatures/envelope.schema.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { collectDeletion, collectResend } from '#functions/signatures/envelopes/shared/resend-void-delete.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelope-record.ts';
import { type Envelopes, envelopes } from '#functions/signatures/repository/envelopes.ts';

type Named = string | number;

/** The id of the envelope of an id of its own, or of that of a submission at DocuSeal; '' where there is none. */
const idNamed = async (all: Envelopes, named: Named): Promise<string> =>
  typeof named === 'string' ? named : ((await all.bySubmission(named))?.id ?? '');

/** The first sentence of what the call for one alone would answer. */
const whyNot = ({ body }: AppError): string => {
  const [said] = Object.values(body);
  return String(Array.isArray(said) ? said[0] : said);
};

/**
 * Each by itself, in a transaction of its own: what one lacks stops no other. An envelope that is named twice, by its own id
 * and by a submission of it, is done once and answered under both names.
 */
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
  const done = new Map<string, { success: boolean; error: string }>();
  const outcomeOf = async (id: string) => {
    try {
      await attempt(() => all.require(id), one);
      return { success: true, error: '' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { success: false, error: whyNot(error) };
    }
  };
  const results: BulkResult['results'] = [];
  for (const submission_id of [...new Set(named)]) {
    const id = await idNamed(all, submission_id);
    const outcome = done.get(id) ?? (await outcomeOf(id));
    done.set(id, outcome);
    results.push({ submission_id, ...outcome });
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
      collectDeletion(context, record, reason);
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
      collectResend(context, record);
      await work.step();
    },
  });
  return work.finish(answer);
});
