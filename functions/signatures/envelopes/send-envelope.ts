import { assertAllowed } from '#domain/shared/access/policies.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { isBeingSent } from '#domain/signatures/envelope-progress.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { countRequest } from '#functions/signatures/envelopes/shared/count-request.ts';
import { envelopes } from '#functions/signatures/repository/envelopes.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { signingSources } from '#functions/signatures/repository/signing-sources.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { papersOf, presentEnvelope } from './shared/envelope-papers.ts';
import { caseToSign, envelopeChanges, sendRequested } from './shared/make-envelope.ts';

const needs = { envelopes, signingFacts: signingSources, statements, documents, signatureTemplates };

/** Freezes the values of the documents; a worker creates them at DocuSeal. */
export const sendEnvelope = handler(envelopeEndpoints.send, needs, ({ params }, context) => {
  const { db, work, actor, now, request, countAccepted } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      const caseRecord = await caseToSign(db, record.case_id, now);
      const about = { caseStatus: caseRecord.core.status, status: record.status, isBeingSent: isBeingSent(record) };
      assertAllowed(actor, 'envelope:send', about);
      const papers = await papersOf(db, caseRecord, record.documents);
      const next = sendRequested(record, papers, caseRecord, { actor, requestId: request.id, now });
      await countRequest({ countAccepted }, actor.organizationId);
      const { id, case_id } = record;
      return work
        .add(db.envelopes.change(record, next))
        .audit('envelope.sent', case_id, envelopeChanges(next))
        .announce('envelope.send-requested', case_id, { envelope_id: id, case_id })
        .finish(presentEnvelope({ ...next, version: record.version + 1 }, await db.signingFacts.homeNames()));
    },
  );
});
