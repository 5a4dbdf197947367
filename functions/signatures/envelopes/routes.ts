import { assertAllowed, isAllowed } from '#domain/registry/policies.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { resolveFields, sendingErrors } from '#domain/signatures/envelope.rules.ts';
import type { BulkResult } from '#domain/signatures/envelope.schema.ts';
import { customersNamedIn, peopleOfCase } from '#domain/signatures/people-of-case.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { fitsService } from '#domain/signatures/standard-document-templates.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import type { EnvelopeRecord } from '../repository/envelope-record.ts';
import { type Envelopes, envelopes } from '../repository/envelopes.ts';
import { type SignatureTemplateRecord, signatureTemplates } from '../repository/signature-templates.ts';
import { signingSources, staffSigners } from '../repository/signing-sources.ts';
import { sourceLabel } from '../templates/shared/template-changes.ts';
import { offeredDocuments, papersOf, presentEnvelope, presentEnvelopeRow } from './shared/envelope-papers.ts';
import { type CaseToSign, caseToSign, contentOf } from './shared/make-envelope.ts';
import { collectDeletion, collectResend, voided } from './shared/resend-void-delete.ts';
import { createEnvelope, createMultiEnvelope, sendEnvelope, updateEnvelope } from './write-envelopes.ts';

const needs = { envelopes, signingFacts: signingSources };
const needsOfContent = { ...needs, statements, documents, signatureTemplates };
const needsOfChoices = { ...needsOfContent, staffSigners };

const listEnvelopes = handler(envelopeEndpoints.list, needs, async ({ query }, { db, request, now }) => {
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

const listEnvelopesOfCase = handler(envelopeEndpoints.byCase, needs, async ({ query }, { db }) => {
  const id = query.funeral_service_id;
  const [, all, homes] = await Promise.all([
    db.signingFacts.caseCore(id),
    db.envelopes.ofCase(id),
    db.signingFacts.homeNames(),
  ]);
  return all.filter(({ deleted }) => deleted === null).map((record) => presentEnvelope(record, homes));
});

const getEnvelope = handler(envelopeEndpoints.get, needs, async ({ params }, { db }) => {
  const [record, homes] = await Promise.all([db.envelopes.require(params.id), db.signingFacts.homeNames()]);
  return presentEnvelope(record, homes);
});

const lastCompletion = (made: readonly EnvelopeRecord[], templateId: string): string | null =>
  made
    .filter(({ deleted, documents }) => deleted === null && documents.some((one) => one.template_id === templateId))
    .flatMap(({ completed_at }) => completed_at ?? [])
    .toSorted()
    .at(-1) ?? null;

const offeredTemplates = (
  templates: readonly SignatureTemplateRecord[],
  { facts }: CaseToSign,
  made: readonly EnvelopeRecord[],
) =>
  templates
    .filter(({ is_active }) => is_active)
    .map(({ id, name, template_type, in_default_set, docuseal_id, missing_since, roles }) => ({
      id,
      name,
      template_type,
      in_default_set,
      roles,
      can_send: docuseal_id !== null && missing_since === null,
      fits: fitsService(template_type, facts.sections.service ?? {}),
      completed_at: lastCompletion(made, id),
    }));

const getChoices = handler(envelopeEndpoints.choices, needsOfChoices, async ({ query }, { db, actor, now }) => {
  const caseRecord = await caseToSign(db, query.case_id, now);
  const { core, facts, deceased_name } = caseRecord;
  const [templates, held, made, customers, director] = await Promise.all([
    db.signatureTemplates.all(),
    db.documents.ofCase(core.id),
    db.envelopes.ofCase(core.id),
    db.signingFacts.customers(customersNamedIn(facts.sections)),
    db.staffSigners.of(actor, core.created_by_id),
  ]);
  return {
    case: {
      id: core.id,
      case_number: core.case_number,
      deceased_name,
      can_request: isAllowed(actor, 'envelope:send', { caseStatus: core.status }),
    },
    templates: offeredTemplates(templates, caseRecord, made),
    statements: caseRecord.statements.toReversed().map(({ record, acceptance }) => ({
      version: record.version,
      statement_number: record.statement_number,
      finalized_at: record.finalized_at,
      accepted_by: acceptance?.accepted_by ?? '',
    })),
    documents: offeredDocuments(held, caseRecord, made).map(({ id, file_name, description }) => ({
      id,
      file_name,
      description,
    })),
    people: peopleOfCase(facts.sections, customers, director),
  };
});

const previewEnvelope = handler(envelopeEndpoints.preview, needsOfContent, async ({ body }, { db, now }) => {
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
      name: document.name,
      kind: document.kind,
      roles: (paper?.roles ?? document.roles.map(({ role }) => ({ name: role, signs: true }))).map(
        ({ name, signs }) => ({ role: name, signs, recipient: recipientIndex(name) }),
      ),
      fields: filled.map(({ name, type, role, source, value, is_missing, is_misfit }) => ({
        name,
        type,
        role,
        source,
        source_label: sourceLabel(source),
        value,
        is_missing,
        is_misfit,
      })),
    };
  });
  return {
    documents: shown,
    missing_count: shown.flatMap(({ fields }) => fields.filter(({ is_missing }) => is_missing)).length,
    faults: sendingErrors({ ...content, delivery: body.delivery ?? 'email' }, papers),
  };
});

type Named = string | number;

/** Returns the envelope id for its own id or that of a DocuSeal submission; '' if there is none. */
const idNamed = async (all: Envelopes, named: Named): Promise<string> =>
  typeof named === 'string' ? named : ((await all.bySubmission(named))?.id ?? '');

/** Returns the first message that a single call would have returned. */
const whyNot = ({ body }: AppError): string => {
  const [reason] = Object.values(body);
  return String(Array.isArray(reason) ? reason[0] : reason);
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
