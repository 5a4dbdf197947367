import { pdfFlaws } from '#domain/documents/document-messages.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import type { Paper } from '#domain/signatures/envelope.rules.ts';
import {
  type EnvelopeRow,
  type NewEnvelopeDocument,
  type SignatureEnvelope,
  signedFilesOf,
} from '#domain/signatures/envelope.schema.ts';
import { deliveryOf, deliveryOfAll } from '#domain/signatures/envelope.ts';
import { percentOf } from '#domain/signatures/envelope-progress.ts';
import { envelopeStatusLabels, recipientStatusLabels } from '#domain/signatures/envelope-status.ts';
import { openSubmitters } from '#domain/signatures/reminders.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signerPartLabels } from '#domain/signatures/signer-parts.ts';
import type { DocumentRecord, Documents } from '#functions/documents/repository/documents.ts';
import { generatedSeriesId } from '#functions/documents/shared/start-upload.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelope-record.ts';
import type {
  SignatureTemplateRecord,
  SignatureTemplates,
} from '#functions/signatures/repository/signature-templates.ts';
import type { StoredStatement } from '#functions/statements/repository/statements.ts';
import type { CaseToSign } from './make-envelope.ts';

type Names = ReadonlyMap<string, string>;

const headOf = (record: EnvelopeRecord, homes: Names) => ({
  id: record.id,
  case: { id: record.case_id, case_number: record.case_number, deceased_name: record.deceased_name },
  funeral_home_id: record.funeral_home_id,
  funeral_home_name: homes.get(record.funeral_home_id) ?? '',
  title: record.title,
  delivery: deliveryOfAll(record),
  status: record.status,
  status_display: envelopeStatusLabels[record.status],
  completion_percentage: percentOf(record),
  submission_ids: record.submissions.flatMap(({ docuseal_id }) => docuseal_id ?? []),
  sending: record.sending?.state ?? ('not_asked' as const),
  sent_at: record.sent_at,
  created_at: record.created_at,
});

export const presentEnvelopeRow = (record: EnvelopeRecord, homes: Names): EnvelopeRow => ({
  ...headOf(record, homes),
  documents: record.documents.map(({ name }) => ({ name })),
  recipients: record.recipients.map(({ id, name, status }) => ({ recipient_id: id, name, status })),
});

const pagesOf = (record: EnvelopeRecord, recipientId: string) =>
  openSubmitters(record, recipientId).flatMap(({ id, embed_src }) => {
    const submission = record.submissions.find(({ submitters }) => submitters.some((submitter) => submitter.id === id));
    const names = record.documents
      .filter((document) => submission?.document_ids.includes(document.id))
      .map(({ name }) => name);
    return embed_src ? [{ document: names.join(', '), url: embed_src }] : [];
  });

const presentRecipient = (record: EnvelopeRecord, recipient: EnvelopeRecord['recipients'][number]) => {
  const { id, sent_at, viewed_at, completed_at, declined_at, decline_reason, reminded_at, ...fields } = recipient;
  const pages = record.void ? [] : pagesOf(record, id);
  return {
    recipient_id: id,
    name: fields.name,
    email: fields.email,
    phone: fields.phone,
    part: fields.part,
    delivery: deliveryOf(record, recipient),
    part_display: signerPartLabels[fields.part],
    relationship: fields.relationship,
    order: fields.order,
    signs: fields.signs,
    status: fields.status,
    status_display: recipientStatusLabels[fields.status],
    sent_at,
    viewed_at,
    completed_at,
    declined_at,
    decline_reason,
    reminded_at,
    is_turn: openSubmitters(record, id).length > 0,
    signing_pages: pages,
  };
};

export const presentEnvelope = (record: EnvelopeRecord, homes: Names): SignatureEnvelope => ({
  ...headOf(record, homes),
  version: record.version,
  message: record.message,
  in_order: record.in_order,
  documents: record.documents.map(({ docuseal_template_id: _id, values: _values, ...document }) => document),
  recipients: record.recipients.map((recipient) => presentRecipient(record, recipient)),
  signed_documents: signedFilesOf(record, record.submissions, 'signed'),
  audit_documents: signedFilesOf(record, record.submissions, 'audit'),
  problem: record.sending?.problem ?? '',
  timeline: record.timeline,
  is_prepared: record.prepared,
  read_at: record.read_at,
  completed_at: record.completed_at,
  expires_at: record.expires_at,
  voided_at: record.void?.at ?? null,
  voided_by_name: record.void?.by_name ?? null,
  void_reason: record.void?.reason ?? null,
  updated_at: record.updated_at,
  created_by_name: record.created_by_name,
});

const nothing = {
  template_id: null,
  docuseal_template_id: null,
  statement_version: null,
  document_id: null,
  roles: undefined,
  fields: [],
  mapping: {},
};

const ofTemplate = (id: string, record: SignatureTemplateRecord | undefined): Paper => {
  const blank = { ...nothing, kind: 'template' as const, template_id: id };
  if (!record) return { ...blank, name: 'Template', problem: signatureMessages.unknownTemplate };
  const { name, docuseal_id, roles, fields, mapping, is_active, missing_since } = record;
  const isBound = docuseal_id !== null && missing_since === null;
  return {
    ...blank,
    name,
    docuseal_template_id: docuseal_id,
    roles,
    fields,
    mapping,
    problem: isBound ? (is_active ? undefined : signatureMessages.inactiveTemplate) : signatureMessages.notBound,
  };
};

const ofStatement = (version: number, statements: readonly StoredStatement[]): Paper => {
  const statement = statements.find(({ record }) => record.version === version)?.record;
  return {
    ...nothing,
    kind: 'statement',
    statement_version: version,
    name: statement ? `Statement ${statement.statement_number}` : 'Statement',
    problem: statement ? undefined : signatureMessages.noStatement,
  };
};

const allowedProblems = new Set<string | undefined>([
  undefined,
  signatureMessages.inactiveTemplate,
  signatureMessages.notBound,
]);

/** Throws 400 for missing documents, also for a draft. */
export const assertPapersExist = (papers: readonly Paper[]): void => {
  const errors = papers.flatMap(({ problem }, at) =>
    problem === undefined || allowedProblems.has(problem) ? [] : [[`documents.${at}`, [problem]] as [string, string[]]],
  );
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
};

/** An identification photo is sent to no one. */
export const isSignable = ({ kind, status, deleted_at, content_type, flaw }: DocumentRecord): boolean =>
  kind !== 'identification_photo' &&
  status === 'ready' &&
  deleted_at === null &&
  content_type === 'application/pdf' &&
  !flaw;

/** Returns the newest versions, without signed files and printed Statements, which are offered as Statements. */
export const offeredDocuments = (
  documents: readonly DocumentRecord[],
  { core, statements }: Pick<CaseToSign, 'core' | 'statements'>,
  envelopes: readonly Pick<EnvelopeRecord, 'submissions'>[],
): DocumentRecord[] => {
  const leftIds = new Set(
    envelopes.flatMap(({ submissions }) =>
      submissions.flatMap(({ stored, audit_document_id }) => [
        ...stored.map(({ document_id }) => document_id),
        ...(audit_document_id ? [audit_document_id] : []),
      ]),
    ),
  );
  const prints = new Set(
    statements.map(({ record }) =>
      generatedSeriesId({ organizationId: core.organization_id, caseId: core.id, series: `statement ${record.id}` }),
    ),
  );
  const signable = documents.filter(isSignable);
  const isNewest = ({ series, revision }: DocumentRecord): boolean =>
    signable.every((newer) => newer.series !== series || newer.revision <= revision);
  return signable.filter((document) => !leftIds.has(document.id) && !prints.has(document.series) && isNewest(document));
};

const ofDocument = (id: string, documents: readonly DocumentRecord[]): Paper => {
  const document = documents.find((document) => document.id === id);
  const isPdf = document !== undefined && isSignable(document);
  return {
    ...nothing,
    kind: 'document',
    document_id: id,
    name: document?.file_name.replace(/\.pdf$/i, '') ?? 'Document',
    problem: isPdf ? undefined : document?.flaw ? pdfFlaws[document.flaw] : signatureMessages.notAPdf,
  };
};

interface Database {
  signatureTemplates: Pick<SignatureTemplates, 'all'>;
  documents: Pick<Documents, 'ofCase'>;
}

/** Returns the requested documents in order, each with the reason if it cannot be sent. */
export const papersOf = async (
  db: Database,
  { core, statements }: Pick<CaseToSign, 'core' | 'statements'>,
  requests: readonly Pick<NewEnvelopeDocument, 'template_id' | 'statement_version' | 'document_id'>[],
): Promise<Paper[]> => {
  const [templates, documents] = await Promise.all([
    requests.some(({ template_id }) => template_id) ? db.signatureTemplates.all() : [],
    requests.some(({ document_id }) => document_id) ? db.documents.ofCase(core.id) : [],
  ]);
  return requests.map(({ template_id, statement_version, document_id }): Paper => {
    if (template_id)
      return ofTemplate(
        template_id,
        templates.find(({ id }) => id === template_id),
      );
    if (statement_version) return ofStatement(statement_version, statements);
    if (document_id) return ofDocument(document_id, documents);
    return { ...nothing, kind: 'document', name: 'Document', problem: signatureMessages.noDocument };
  });
};
