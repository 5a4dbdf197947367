import { pdfFlaws } from '#domain/documents/document-messages.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import type { Paper } from '#domain/signatures/envelope.rules.ts';
import type { NewEnvelopeDocument } from '#domain/signatures/envelope.schema.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import type { DocumentRecord } from '#functions/documents/repository/document-record.ts';
import type { Documents } from '#functions/documents/repository/documents.ts';
import { generatedSeriesId } from '#functions/documents/shared/generated-document.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelope-record.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-template-record.ts';
import type { SignatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import type { StoredStatement } from '#functions/statements/repository/statements.ts';
import type { CaseToSign } from './case-to-sign.ts';

const nothing = {
  ...{ template_id: null, docuseal_template_id: null, statement_version: null, document_id: null },
  ...{ roles: undefined, fields: [], mapping: {} },
};

const ofTemplate = (id: string, record: SignatureTemplateRecord | undefined): Paper => {
  if (!record)
    return {
      ...nothing,
      kind: 'template',
      name: 'Template',
      template_id: id,
      problem: signatureMessages.unknownTemplate,
    };
  const { name, docuseal_id, roles, fields, mapping, is_active, missing_since } = record;
  const isBound = docuseal_id !== null && missing_since === null;
  return {
    ...{
      ...nothing,
      kind: 'template',
      name,
      template_id: id,
      docuseal_template_id: docuseal_id,
      roles,
      fields,
      mapping,
    },
    problem: isBound ? (is_active ? undefined : signatureMessages.inactiveTemplate) : signatureMessages.notBound,
  };
};

const ofStatement = (version: number, statements: readonly StoredStatement[]): Paper => {
  const found = statements.find(({ record }) => record.version === version)?.record;
  return {
    ...{ ...nothing, kind: 'statement', statement_version: version },
    name: found ? `Statement ${found.statement_number}` : 'Statement',
    problem: found ? undefined : signatureMessages.noStatement,
  };
};

const known = new Set<string | undefined>([undefined, signatureMessages.inactiveTemplate, signatureMessages.notBound]);

/** Throws 400 for papers that are not there: also a draft is made of what there is. */
export const assertPapersExist = (papers: readonly Paper[]): void => {
  const faults = papers.flatMap(({ problem }, at) =>
    problem === undefined || known.has(problem) ? [] : [[`documents.${at}`, [problem]] as [string, string[]]],
  );
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
};

/** Whether people can sign the document. */
export const isSignable = ({ status, deleted_at, content_type, flaw }: DocumentRecord): boolean =>
  status === 'ready' && deleted_at === null && content_type === 'application/pdf' && !flaw;

/**
 * The documents that are offered to be signed: the newest version of each, and neither what signing itself has left nor the
 * print of a Statement, which is offered as the Statement: the same title would stand there many times.
 */
export const offeredDocuments = (
  held: readonly DocumentRecord[],
  { core, statements }: Pick<CaseToSign, 'core' | 'statements'>,
  envelopes: readonly Pick<EnvelopeRecord, 'submissions'>[],
): DocumentRecord[] => {
  const left = new Set(
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
  const signable = held.filter(isSignable);
  const isNewest = ({ series, revision }: DocumentRecord): boolean =>
    signable.every((other) => other.series !== series || other.revision <= revision);
  return signable.filter((one) => !left.has(one.id) && !prints.has(one.series) && isNewest(one));
};

const ofDocument = (id: string, held: readonly DocumentRecord[]): Paper => {
  const found = held.find((one) => one.id === id);
  const isPdf = found !== undefined && isSignable(found);
  return {
    ...{ ...nothing, kind: 'document', document_id: id, name: found?.file_name.replace(/\.pdf$/i, '') ?? 'Document' },
    problem: isPdf ? undefined : found?.flaw ? pdfFlaws[found.flaw] : signatureMessages.notAPdf,
  };
};

interface Database {
  signatureTemplates: Pick<SignatureTemplates, 'all'>;
  documents: Pick<Documents, 'ofCase'>;
}

/** The papers that a client names, in its order; each says by itself why it cannot be sent. */
export const papersOf = async (
  db: Database,
  { core, statements }: Pick<CaseToSign, 'core' | 'statements'>,
  named: readonly Pick<NewEnvelopeDocument, 'template_id' | 'statement_version' | 'document_id'>[],
): Promise<Paper[]> => {
  const [templates, held] = await Promise.all([
    named.some(({ template_id }) => template_id) ? db.signatureTemplates.all() : [],
    named.some(({ document_id }) => document_id) ? db.documents.ofCase(core.id) : [],
  ]);
  return named.map(({ template_id, statement_version, document_id }): Paper => {
    if (template_id)
      return ofTemplate(
        template_id,
        templates.find(({ id }) => id === template_id),
      );
    if (statement_version) return ofStatement(statement_version, statements);
    if (document_id) return ofDocument(document_id, held);
    return { ...nothing, kind: 'document', name: 'Document', problem: signatureMessages.noDocument };
  });
};
