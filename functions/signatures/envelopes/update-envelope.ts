import { assertAllowed } from '#domain/shared/access/policies.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { titleOf } from '#domain/signatures/envelope.rules.ts';
import type { EnvelopePatch } from '#domain/signatures/envelope.schema.ts';
import { appendTimeline, entryOf } from '#domain/signatures/envelope.ts';
import { isBeingSent } from '#domain/signatures/envelope-progress.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelope-record.ts';
import { envelopes } from '#functions/signatures/repository/envelopes.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { signingSources } from '#functions/signatures/repository/signing-sources.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { assertPapersExist, papersOf, presentEnvelope } from './shared/envelope-papers.ts';
import { caseToSign, contentOf, envelopeChanges } from './shared/make-envelope.ts';

const needs = { envelopes, signingFacts: signingSources, statements, documents, signatureTemplates };

const sentOf = (record: EnvelopeRecord, body: EnvelopePatch) => {
  const places = new Map(record.recipients.map(({ id }, at) => [id, at]));
  return {
    documents:
      body.documents ??
      record.documents.map(({ template_id, statement_version, document_id, roles }) => ({
        ...{ template_id, statement_version, document_id },
        // Roles refer to people by position, so new people get them assigned again.
        ...(body.recipients
          ? {}
          : { roles: roles.map(({ role, recipient_id }) => ({ role, recipient: places.get(recipient_id) ?? 0 })) }),
      })),
    recipients:
      body.recipients ??
      record.recipients.map(({ name, email, phone, delivery, part, relationship, order, signs }) => ({
        ...{ name, email, phone, delivery, part, relationship, order, signs },
      })),
  };
};

export const updateEnvelope = handler(envelopeEndpoints.update, needs, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      assertAllowed(actor, 'envelope:edit', { status: record.status, isBeingSent: isBeingSent(record) });
      const homes = await db.signingFacts.homeNames();
      const { version, title, message, delivery, in_order, expires_in_days } = body;
      if (version !== undefined && version !== record.version)
        throw conflictError(envelopeEndpoints.update, { current: presentEnvelope(record, homes) });
      const caseRecord = await caseToSign(db, record.case_id, now);
      const sent = sentOf(record, body);
      const papers = await papersOf(db, caseRecord, sent.documents);
      if (body.documents) assertPapersExist(papers);
      const content = contentOf(caseRecord, papers, sent);
      const at = now.toISOString();
      const wasNamed = record.title !== titleOf(record.documents);
      const next: EnvelopeRecord = {
        ...{ ...record, ...content, sending: null, updated_at: at },
        title: title || (wasNamed ? record.title : titleOf(content.documents)),
        ...{ message: message ?? record.message, delivery: delivery ?? record.delivery },
        ...{ in_order: in_order ?? record.in_order, expires_in_days: expires_in_days ?? record.expires_in_days },
        timeline: appendTimeline(record.timeline, [entryOf('edited', at, { by: actor.name })]),
      };
      return work
        .add(db.envelopes.change(record, next))
        .audit('envelope.updated', record.case_id, envelopeChanges(next))
        .announce('envelope.updated', record.case_id, { envelope_id: record.id, case_id: record.case_id })
        .finish(presentEnvelope({ ...next, version: record.version + 1 }, homes));
    },
  );
});
