import { assertAllowed } from '#domain/shared/access/policies.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import type { NewMultiEnvelope } from '#domain/signatures/envelope.schema.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { type ContextOf, handler } from '#functions/platform/api/handler.ts';
import { countRequest } from '#functions/signatures/envelopes/shared/count-request.ts';
import { envelopes } from '#functions/signatures/repository/envelopes.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { signingSources } from '#functions/signatures/repository/signing-sources.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { assertPapersExist, papersOf, presentEnvelope } from './shared/envelope-papers.ts';
import { caseToSign, envelopeChanges, newEnvelope, sendRequested } from './shared/make-envelope.ts';

const needs = { envelopes, signingFacts: signingSources, statements, documents, signatureTemplates };
type Context = ContextOf<typeof envelopeEndpoints.createMulti, typeof needs>;

/** Creates a draft, or a request to send whose event commits with it; a worker does the rest. */
const make = async (context: Context, body: NewMultiEnvelope) => {
  const { db, work, actor, now, request, countAccepted } = context;
  const caseRecord = await caseToSign(db, body.case_id, now);
  const maker = { actor, requestId: request.id, now };
  const papers = await papersOf(db, caseRecord, body.documents);
  if (!body.send_now) assertPapersExist(papers);
  const draft = newEnvelope(caseRecord, papers, body, maker);
  const record = body.send_now ? sendRequested(draft, papers, caseRecord, maker) : draft;
  if (body.send_now) {
    assertAllowed(actor, 'envelope:send', { caseStatus: caseRecord.core.status });
    await countRequest({ countAccepted }, actor.organizationId);
  }
  const { id, case_id } = record;
  const payload = { envelope_id: id, case_id };
  work
    .add(db.envelopes.create(record))
    .audit('envelope.created', case_id, envelopeChanges(record))
    .announce('envelope.created', case_id, payload);
  if (body.send_now)
    work
      .audit('envelope.sent', case_id, [{ field: 'envelopes.title', from: null, to: record.title }])
      .announce('envelope.send-requested', case_id, payload);
  return work.finish(presentEnvelope(record, await db.signingFacts.homeNames()));
};

export const createEnvelope = handler(envelopeEndpoints.create, needs, ({ body }, context) => make(context, body));
export const createMultiEnvelope = handler(envelopeEndpoints.createMulti, needs, ({ body }, context) =>
  make(context, body),
);
