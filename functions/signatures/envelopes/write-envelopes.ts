import { assertAllowed } from '#domain/registry/policies.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { titleOf } from '#domain/signatures/envelope.rules.ts';
import type { EnvelopePatch, NewMultiEnvelope } from '#domain/signatures/envelope.schema.ts';
import { appendTimeline, entryOf } from '#domain/signatures/envelope.ts';
import { isBeingSent } from '#domain/signatures/envelope-progress.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { type ContextOf, handler } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { type EnvelopeRecord, envelopes } from '../repository/envelopes.ts';
import { signatureTemplates } from '../repository/signature-templates.ts';
import { signingSources } from '../repository/signing-sources.ts';
import { assertPapersExist, papersOf, presentEnvelope } from './shared/envelope-papers.ts';
import { caseToSign, contentOf, envelopeChanges, newEnvelope, sendRequested } from './shared/make-envelope.ts';

const needs = { envelopes, signingFacts: signingSources, statements, documents, signatureTemplates };
type Context = ContextOf<typeof envelopeEndpoints.createMulti, typeof needs>;

/** Counts a request against the organization's limit. Throws 429. */
const countRequest = async ({ actor, countAccepted }: Pick<Context, 'actor' | 'countAccepted'>): Promise<void> => {
  const refusal = await countAccepted('organization', actor.organizationId);
  if (refusal) throw refusal;
};

/** Creates a draft, or a request to send whose event commits with it; a worker does the rest. */
const make = async (context: Context, body: NewMultiEnvelope) => {
  const { db, work, actor, now, request } = context;
  const caseRecord = await caseToSign(db, body.case_id, now);
  const maker = { actor, requestId: request.id, now };
  const papers = await papersOf(db, caseRecord, body.documents);
  if (!body.send_now) assertPapersExist(papers);
  const draft = newEnvelope(caseRecord, papers, body, maker);
  const record = body.send_now ? sendRequested(draft, papers, caseRecord, maker) : draft;
  if (body.send_now) {
    assertAllowed(actor, 'envelope:send', { caseStatus: caseRecord.core.status });
    await countRequest(context);
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

const sentOf = (record: EnvelopeRecord, body: EnvelopePatch) => {
  const places = new Map(record.recipients.map(({ id }, at) => [id, at]));
  return {
    documents:
      body.documents ??
      record.documents.map(({ template_id, statement_version, document_id, roles }) => ({
        template_id,
        statement_version,
        document_id,
        // Roles refer to people by position, so new people get them assigned again.
        ...(body.recipients
          ? {}
          : { roles: roles.map(({ role, recipient_id }) => ({ role, recipient: places.get(recipient_id) ?? 0 })) }),
      })),
    recipients:
      body.recipients ??
      record.recipients.map(({ name, email, phone, delivery, part, relationship, order, signs }) => ({
        name,
        email,
        phone,
        delivery,
        part,
        relationship,
        order,
        signs,
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
        ...record,
        ...content,
        sending: null,
        updated_at: at,
        title: title || (wasNamed ? record.title : titleOf(content.documents)),
        message: message ?? record.message,
        delivery: delivery ?? record.delivery,
        in_order: in_order ?? record.in_order,
        expires_in_days: expires_in_days ?? record.expires_in_days,
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

/** Freezes the values of the documents; a worker creates them at DocuSeal. */
export const sendEnvelope = handler(envelopeEndpoints.send, needs, ({ params }, context) => {
  const { db, work, actor, now, request } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      const caseRecord = await caseToSign(db, record.case_id, now);
      const about = { caseStatus: caseRecord.core.status, status: record.status, isBeingSent: isBeingSent(record) };
      assertAllowed(actor, 'envelope:send', about);
      const papers = await papersOf(db, caseRecord, record.documents);
      const next = sendRequested(record, papers, caseRecord, { actor, requestId: request.id, now });
      await countRequest(context);
      const { id, case_id } = record;
      return work
        .add(db.envelopes.change(record, next))
        .audit('envelope.sent', case_id, envelopeChanges(next))
        .announce('envelope.send-requested', case_id, { envelope_id: id, case_id })
        .finish(presentEnvelope({ ...next, version: record.version + 1 }, await db.signingFacts.homeNames()));
    },
  );
});
