import { assertMay } from '#domain/access/policies.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { filledOf, sendingFaults } from '#domain/signatures/envelope.rules.ts';
import type { NewMultiEnvelope } from '#domain/signatures/envelope.schema.ts';
import type { ContextOf } from '#functions/kernel/context.ts';
import { handler } from '#functions/kernel/handler.ts';
import { documents } from '#functions/records/documents.ts';
import { envelopes } from '#functions/records/envelopes.ts';
import { signatureTemplates } from '#functions/records/signature-templates.ts';
import { signingFacts } from '#functions/records/signing-facts.ts';
import { statements } from '#functions/records/statements.ts';
import { sourceLabel } from '#functions/signature-templates/shared/present-template.ts';
import { asked, contentOf, envelopeChanges, newEnvelope } from './shared/make-envelope.ts';
import { assertThere, caseToSign, papersOf } from './shared/papers-of-case.ts';
import { presentEnvelope } from './shared/present-envelope.ts';

const needs = { envelopes, signingFacts, statements, documents, signatureTemplates };
type Context = ContextOf<typeof envelopeEndpoints.createMulti, typeof needs>;

/** A draft, or an envelope that is asked to be sent: the request and its event commit together, a worker does the rest. */
const make = async (context: Context, body: NewMultiEnvelope) => {
  const { db, work, actor, now, request } = context;
  const kase = await caseToSign(db, body.case_id, now);
  const maker = { actor, requestId: request.id, now };
  const papers = await papersOf(db, kase, body.documents);
  if (!body.send_now) assertThere(papers);
  const draft = newEnvelope(kase, papers, body, maker);
  const record = body.send_now ? asked(draft, papers, kase, maker) : draft;
  if (body.send_now) assertMay(actor, 'envelope:send', { caseStatus: kase.core.status });
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

/** What would be sent, and what the case lacks for it. */
export const previewEnvelope = handler(envelopeEndpoints.preview, needs, async ({ body }, { db, now }) => {
  const kase = await caseToSign(db, body.case_id, now);
  const papers = await papersOf(db, kase, body.documents);
  const content = contentOf(kase, papers, body);
  const { recipients } = content;
  const shown = content.documents.map((document, at) => {
    const paper = papers[at];
    const filled = paper ? filledOf(paper, document.roles, recipients, kase.facts) : [];
    const placeOf = (role: string) => {
      const id = document.roles.find((one) => one.role === role)?.recipient_id;
      const found = recipients.findIndex((one) => one.id === id);
      return found < 0 ? null : found;
    };
    return {
      ...{ name: document.name, kind: document.kind },
      roles: (paper?.roles ?? document.roles.map(({ role }) => ({ name: role, signs: true }))).map(
        ({ name, signs }) => ({
          ...{ role: name, signs, recipient: placeOf(name) },
        }),
      ),
      fields: filled.map(({ name, type, role, source, value, is_missing }) => ({
        ...{ name, type, role, source, source_label: sourceLabel(source), value, is_missing },
      })),
    };
  });
  return {
    documents: shown,
    missing_count: shown.flatMap(({ fields }) => fields.filter(({ is_missing }) => is_missing)).length,
    faults: sendingFaults({ ...content, delivery: body.delivery ?? 'email' }, papers),
  };
});
