import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { resolveFields, sendingErrors } from '#domain/signatures/envelope.rules.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { papersOf } from '#functions/signatures/envelopes/shared/envelope-papers.ts';
import { envelopes } from '#functions/signatures/repository/envelopes.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { signingSources } from '#functions/signatures/repository/signing-sources.ts';
import { sourceLabel } from '#functions/signatures/templates/shared/template-changes.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { caseToSign, contentOf } from './shared/make-envelope.ts';

const needs = { envelopes, signingFacts: signingSources, statements, documents, signatureTemplates };

export const previewEnvelope = handler(envelopeEndpoints.preview, needs, async ({ body }, { db, now }) => {
  const caseRecord = await caseToSign(db, body.case_id, now);
  const papers = await papersOf(db, caseRecord, body.documents);
  const content = contentOf(caseRecord, papers, body);
  const { recipients } = content;
  const shown = content.documents.map((document, at) => {
    const paper = papers[at];
    const filled = paper ? resolveFields(paper, document.roles, recipients, caseRecord.facts) : [];
    const recipientIndex = (role: string) => {
      const id = document.roles.find((one) => one.role === role)?.recipient_id;
      const found = recipients.findIndex((one) => one.id === id);
      return found < 0 ? null : found;
    };
    return {
      ...{ name: document.name, kind: document.kind },
      roles: (paper?.roles ?? document.roles.map(({ role }) => ({ name: role, signs: true }))).map(
        ({ name, signs }) => ({
          ...{ role: name, signs, recipient: recipientIndex(name) },
        }),
      ),
      fields: filled.map(({ name, type, role, source, value, is_missing, is_misfit }) => ({
        ...{ name, type, role, source, source_label: sourceLabel(source), value, is_missing, is_misfit },
      })),
    };
  });
  return {
    documents: shown,
    missing_count: shown.flatMap(({ fields }) => fields.filter(({ is_missing }) => is_missing)).length,
    faults: sendingErrors({ ...content, delivery: body.delivery ?? 'email' }, papers),
  };
});
