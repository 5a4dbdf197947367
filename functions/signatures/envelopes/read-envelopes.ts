import { isAllowed } from '#domain/shared/access/policies.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { resolveFields, sendingErrors } from '#domain/signatures/envelope.rules.ts';
import { customersNamedIn, peopleOfCase } from '#domain/signatures/people-of-case.ts';
import { fitsService } from '#domain/signatures/standard-document-templates.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { envelopes } from '../repository/envelopes.ts';
import { signatureTemplates } from '../repository/signature-templates.ts';
import { signingSources } from '../repository/signing-sources.ts';
import { sourceLabel } from '../templates/shared/template-changes.ts';
import { offeredDocuments, papersOf, presentEnvelope, presentEnvelopeRow } from './shared/envelope-papers.ts';
import { caseToSign, contentOf } from './shared/make-envelope.ts';

const needs = { envelopes, signingFacts: signingSources };
const needsOfContent = { ...needs, statements, documents, signatureTemplates };

export const listEnvelopes = handler(envelopeEndpoints.list, needs, async ({ query }, { db, request, now }) => {
  const paging = pageRequest(query);
  const { location: home, status, ordering } = query;
  const asked = { ...paging, home, status, ordering };
  const [found, homes] = await Promise.all([
    query.open ? db.envelopes.open(asked, now) : db.envelopes.list(asked),
    db.signingFacts.homeNames(),
  ]);
  const rows = found.rows.map((record) => presentEnvelopeRow(record, homes));
  return pageAnswer(request.path, query, paging, { ...found, rows });
});

export const listEnvelopesOfCase = handler(envelopeEndpoints.byCase, needs, async ({ query }, { db }) => {
  const id = query.funeral_service_id;
  const [, all, homes] = await Promise.all([
    db.signingFacts.caseCore(id),
    db.envelopes.ofCase(id),
    db.signingFacts.homeNames(),
  ]);
  return all.filter(({ deleted }) => deleted === null).map((record) => presentEnvelope(record, homes));
});

export const getEnvelope = handler(envelopeEndpoints.get, needs, async ({ params }, { db }) => {
  const [record, homes] = await Promise.all([db.envelopes.require(params.id), db.signingFacts.homeNames()]);
  return presentEnvelope(record, homes);
});

export const getChoices = handler(envelopeEndpoints.choices, needsOfContent, async ({ query }, { db, actor, now }) => {
  const caseRecord = await caseToSign(db, query.case_id, now);
  const { core, facts, deceased_name } = caseRecord;
  const [templates, held, made, customers] = await Promise.all([
    db.signatureTemplates.all(),
    db.documents.ofCase(core.id),
    db.envelopes.ofCase(core.id),
    db.signingFacts.customers(customersNamedIn(facts.sections)),
  ]);
  return {
    case: {
      ...{ id: core.id, case_number: core.case_number, deceased_name },
      can_request: isAllowed(actor, 'envelope:send', { caseStatus: core.status }),
    },
    templates: templates
      .filter(({ is_active }) => is_active)
      .map(({ id, name, template_type, in_default_set, docuseal_id, missing_since, roles }) => ({
        ...{ id, name, template_type, in_default_set, roles },
        can_send: docuseal_id !== null && missing_since === null,
        fits: fitsService(template_type, facts.sections.service ?? {}),
      })),
    statements: caseRecord.statements.toReversed().map(({ record: { version, statement_number, finalized_at } }) => ({
      ...{ version, statement_number, finalized_at },
    })),
    documents: offeredDocuments(held, caseRecord, made).map(({ id, file_name, description }) => ({
      ...{ id, file_name, description },
    })),
    people: peopleOfCase(facts.sections, customers, actor),
  };
});

export const previewEnvelope = handler(envelopeEndpoints.preview, needsOfContent, async ({ body }, { db, now }) => {
  const caseRecord = await caseToSign(db, body.case_id, now);
  const papers = await papersOf(db, caseRecord, body.documents);
  const content = contentOf(caseRecord, papers, body);
  const { recipients } = content;
  const shown = content.documents.map((document, at) => {
    const paper = papers[at];
    const filled = paper ? resolveFields(paper, document.roles, recipients, caseRecord.facts) : [];
    const recipientIndex = (role: string) => {
      const id = document.roles.find((assignedRole) => assignedRole.role === role)?.recipient_id;
      const found = recipients.findIndex((recipient) => recipient.id === id);
      return found < 0 ? null : found;
    };
    return {
      ...{ name: document.name, kind: document.kind },
      roles: (paper?.roles ?? document.roles.map(({ role }) => ({ name: role, signs: true }))).map(
        ({ name, signs }) => ({ ...{ role: name, signs, recipient: recipientIndex(name) } }),
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
