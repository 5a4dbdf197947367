import { pdfFlaws } from '#domain/documents/document-messages.ts';
import { statementPaper } from '#domain/documents/printing/statement-paper.ts';
import { documentKey } from '#domain/shared/operations/document-places.ts';
import { connectionMessages } from '#domain/signatures/connection-messages.ts';
import type { Envelope, SubmissionState } from '#domain/signatures/envelope.ts';
import { signerPartLabels } from '#domain/signatures/signer-parts.ts';
import { pdfSubmissionRequest, rowOfPage, submissionRequest } from '#domain/signatures/submission-request.ts';
import { signsAs } from '#domain/statements/signed-acceptance.ts';
import { listsOfStatement } from '#functions/documents/printing/shared/lists-of-statement.ts';
import { createDocumentRepository } from '#functions/documents/repository/documents.ts';
import { pdfOf } from '#functions/platform/adapters/pdf/pdf-of.ts';
import { signaturePagePdf } from '#functions/platform/adapters/pdf/signature-page.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { PermanentError } from '#functions/platform/store/partners/partner-error.ts';
import { priceLists } from '#functions/statements/repository/price-lists.ts';
import { createStatementRepository } from '#functions/statements/repository/statements.ts';
import type { SigningDependencies } from './signing-dependencies.ts';

/** So much of a request is files at most: they go in base64, and DocuSeal takes as long as it is large. */
const maxBytes = 15 * 1024 * 1024;

const cannot = (sentence: string): PermanentError => new PermanentError('papers', { sentence });

const bytesOf = async (read: ReadableStream<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of read) {
    size += chunk.byteLength;
    if (size > maxBytes) throw cannot(connectionMessages.papersTooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** A finalized Statement as a PDF without lines to sign on, for the page behind it has them; undefined where there is none. */
const statementPdf = async (
  { table }: Pick<SigningDependencies, 'table'>,
  { organization_id, case_id }: Envelope,
  version: number | null,
): Promise<Uint8Array | undefined> => {
  const keys = keysOf(organization_id);
  const all = await createStatementRepository(table, keys).ofCase(case_id);
  const record = all.find((one) => one.record.version === version)?.record;
  if (!record) return undefined;
  const lists = await listsOfStatement({ priceLists: priceLists.in(table, keys).ofHome }, record);
  return pdfOf(statementPaper({ ...record, superseded: false, for_signing: true }, lists));
};

/** The page on which people sign files, with the names of those who do. */
const signaturePage = (envelope: Envelope, { document_ids }: SubmissionState): Promise<Uint8Array<ArrayBuffer>> => {
  const documents = envelope.documents.filter(({ id }) => document_ids.includes(id));
  const hasStatement = documents.some(({ kind }) => kind === 'statement');
  const rows = (documents[0]?.roles ?? []).flatMap(({ recipient_id }, at) => {
    const signer = envelope.recipients.find(({ id }) => id === recipient_id);
    if (!signer) return [];
    const role = hasStatement ? signsAs(signer) : signerPartLabels[signer.part];
    return { name: `${signer.name}, ${role.toLowerCase()}`, top: rowOfPage.top + at * rowOfPage.height };
  });
  const papers = documents.map(({ name }) => name);
  return signaturePagePdf({ title: envelope.title, papers, rows, left: rowOfPage.left });
};

/** What is asked of DocuSeal for a submission: a template with what stands in it, or files with a page to sign on. */
export const buildSubmissionRequest = async (
  dependencies: Pick<SigningDependencies, 'bucket' | 'table'>,
  envelope: Envelope,
  submission: SubmissionState,
): Promise<object> => {
  if (submission.source === 'template') return submissionRequest(envelope, submission);
  const files: { name: string; file: string }[] = [];
  for (const document of envelope.documents.filter(({ id }) => submission.document_ids.includes(id))) {
    const { name, document_id, statement_version } = document;
    const flaw = document_id
      ? (await createDocumentRepository(dependencies.table, keysOf(envelope.organization_id)).find(document_id))?.flaw
      : undefined;
    if (flaw) throw cannot(pdfFlaws[flaw]);
    const read = document_id
      ? await dependencies.bucket.read(documentKey('clean', envelope.organization_id, document_id))
      : await statementPdf(dependencies, envelope, statement_version);
    if (!read) throw cannot(connectionMessages.paperGone);
    const bytes = read instanceof Uint8Array ? Buffer.from(read) : await bytesOf(read);
    files.push({ name, file: bytes.toString('base64') });
  }
  const page = Buffer.from(await signaturePage(envelope, submission)).toString('base64');
  return pdfSubmissionRequest(envelope, submission, { files, signaturePage: page });
};
