import { isAllowed } from '#domain/shared/access/policies.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { customersNamedIn, peopleOfCase } from '#domain/signatures/people-of-case.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { offeredDocuments } from '#functions/signatures/envelopes/shared/envelope-papers.ts';
import { envelopes } from '#functions/signatures/repository/envelopes.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { signingSources } from '#functions/signatures/repository/signing-sources.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { caseToSign } from './shared/make-envelope.ts';

const needs = { signingFacts: signingSources, statements, documents, signatureTemplates, envelopes };

export const getChoices = handler(envelopeEndpoints.choices, needs, async ({ query }, { db, actor, now }) => {
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
