import { AppError } from '#domain/shared/contract/errors.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import type { BulkResult } from '#domain/signatures/envelope.schema.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import type { EnvelopeRecord } from '../repository/envelope-record.ts';
import { type Envelopes, envelopes } from '../repository/envelopes.ts';
import { signingSources } from '../repository/signing-sources.ts';
import { createEnvelope, createMultiEnvelope } from './create-envelope.ts';
import { getChoices } from './get-choices.ts';
import { previewEnvelope } from './preview-envelope.ts';
import { getEnvelope, listEnvelopes, listEnvelopesOfCase } from './read-envelopes.ts';
import { sendEnvelope } from './send-envelope.ts';
import { presentEnvelope } from './shared/envelope-papers.ts';
import { collectDeletion, collectResend } from './shared/resend-void-delete.ts';
import { updateEnvelope } from './update-envelope.ts';
import { voidEnvelope } from './void-envelope.ts';

type Named = string | number;

/** Returns the envelope id for its own id or that of a DocuSeal submission; '' if there is none. */
const idNamed = async (all: Envelopes, named: Named): Promise<string> =>
  typeof named === 'string' ? named : ((await all.bySubmission(named))?.id ?? '');

/** Returns the first message that a single call would have returned. */
const whyNot = ({ body }: AppError): string => {
  const [said] = Object.values(body);
  return String(Array.isArray(said) ? said[0] : said);
};

/**
 * Handles each envelope in its own transaction, so that no failure stops another. An envelope that is named twice is
 * handled once and returned under both names.
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

const bulkDeleteEnvelopes = handler(envelopeEndpoints.bulkDelete, { envelopes }, async ({ body }, context) => {
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

const bulkResendEnvelopes = handler(envelopeEndpoints.bulkResend, { envelopes }, async ({ body }, context) => {
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

const needs = { envelopes, signingFacts: signingSources };

/** Requests an email to one person, or to all who could sign now; a worker sends it through DocuSeal. */
const resendEnvelope = handler(envelopeEndpoints.resend, needs, ({ params, body }, context) => {
  const { db, work } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      const next = collectResend(context, record, body.recipient_id ?? undefined);
      return work.finish(presentEnvelope(next, await db.signingFacts.homeNames()));
    },
  );
});

/** Signed documents stay in the case; a worker archives open submissions at DocuSeal. */
const deleteEnvelope = handler(envelopeEndpoints.delete, { envelopes }, ({ params, body }, context) => {
  const { db, work } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      collectDeletion(context, record, body?.reason ?? '');
      return work.finish({ success: true as const });
    },
  );
});

export const envelopeRoutes = routesOf(envelopeEndpoints, {
  list: listEnvelopes,
  byCase: listEnvelopesOfCase,
  choices: getChoices,
  preview: previewEnvelope,
  create: createEnvelope,
  createMulti: createMultiEnvelope,
  get: getEnvelope,
  update: updateEnvelope,
  send: sendEnvelope,
  resend: resendEnvelope,
  void: voidEnvelope,
  delete: deleteEnvelope,
  bulkDelete: bulkDeleteEnvelopes,
  bulkResend: bulkResendEnvelopes,
});
