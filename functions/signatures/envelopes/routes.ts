import { assertAllowed } from '#domain/shared/access/policies.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import type { BulkResult } from '#domain/signatures/envelope.schema.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import type { EnvelopeRecord } from '../repository/envelope-record.ts';
import { type Envelopes, envelopes } from '../repository/envelopes.ts';
import { signingSources } from '../repository/signing-sources.ts';
import { getChoices, getEnvelope, listEnvelopes, listEnvelopesOfCase, previewEnvelope } from './read-envelopes.ts';
import { presentEnvelope } from './shared/envelope-papers.ts';
import { collectDeletion, collectResend, voided } from './shared/resend-void-delete.ts';
import { createEnvelope, createMultiEnvelope, sendEnvelope, updateEnvelope } from './write-envelopes.ts';

type Named = string | number;

/** Returns the envelope id for its own id or that of a DocuSeal submission; '' if there is none. */
const idNamed = async (all: Envelopes, named: Named): Promise<string> =>
  typeof named === 'string' ? named : ((await all.bySubmission(named))?.id ?? '');

/** Returns the first message that a single call would have returned. */
const whyNot = ({ body }: AppError): string => {
  const [said] = Object.values(body);
  return String(Array.isArray(said) ? said[0] : said);
};

/** Handles each envelope once, in its own transaction, so that no failure stops another. */
const eachOf = async (
  named: readonly Named[],
  all: Envelopes,
  handle: (read: () => Promise<EnvelopeRecord>) => Promise<void>,
): Promise<BulkResult> => {
  const done = new Map<string, { success: boolean; error: string }>();
  const outcomeOf = async (id: string) => {
    try {
      await handle(() => all.require(id));
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
  const result = await eachOf(body.submission_ids, db.envelopes, (read) =>
    work.attempt(read, (record) => {
      collectDeletion(context, record, reason);
      return work.step();
    }),
  );
  return work.finish(result);
});

const bulkResendEnvelopes = handler(envelopeEndpoints.bulkResend, { envelopes }, async ({ body }, context) => {
  const { db, work } = context;
  const result = await eachOf(body.submission_ids, db.envelopes, (read) =>
    work.attempt(read, (record) => {
      collectResend(context, record);
      return work.step();
    }),
  );
  return work.finish(result);
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

/** Voids it at once; a worker ends its links. */
const voidEnvelope = handler(envelopeEndpoints.void, needs, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      assertAllowed(actor, 'envelope:void', { status: record.status });
      const next = voided(record, body.reason, actor.name, now);
      const { id, case_id } = record;
      const payload = { envelope_id: id, case_id };
      return work
        .add(db.envelopes.change(record, next))
        .audit('envelope.voided', case_id, [
          { field: 'envelopes.title', from: record.title, to: record.title },
          { field: 'envelopes.void_reason', from: null, to: body.reason },
        ])
        .announce('envelope.void-requested', case_id, payload)
        .announce('envelope.voided', case_id, payload)
        .finish(presentEnvelope({ ...next, version: record.version + 1 }, await db.signingFacts.homeNames()));
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
