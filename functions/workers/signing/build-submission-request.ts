import { pdfFlaws } from '#domain/documents/document-messages.ts';
import { documentKey } from '#domain/operations/document-places.ts';
import { connectionMessages } from '#domain/signatures/connection-messages.ts';
import type { Envelope, SubmissionState } from '#domain/signatures/envelope.ts';
import { pdfSubmissionRequest, rowOfPage, submissionRequest } from '#domain/signatures/submission-request.ts';
import { signaturePagePdf } from '#functions/adapters/pdf/signature-page.ts';
import { documentsIn } from '#functions/records/documents/documents.ts';
import { keysOf } from '#functions/store/keys.ts';
import { Permanent } from '#functions/store/partners/partner-error.ts';
import { printedStatement } from './printed-statement.ts';
import type { SigningDependencies } from './signing-dependencies.ts';

/** So much of a request is files at most: they go in base64, and DocuSeal takes as long as it is large. */
const largestBytes = 15 * 1024 * 1024;

const cannot = (sentence: string): Permanent => new Permanent('papers', { sentence });

const bytesOf = async (read: ReadableStream<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of read) {
    size += chunk.byteLength;
    if (size > largestBytes) throw cannot(connectionMessages.papersTooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The page on which people sign files, with the names of those who do. */
const signaturePage = (envelope: Envelope, { document_ids }: SubmissionState): Promise<Uint8Array<ArrayBuffer>> => {
  const documents = envelope.documents.filter(({ id }) => document_ids.includes(id));
  const rows = (documents[0]?.roles ?? []).map(({ recipient_id }, at) => ({
    name: envelope.recipients.find(({ id }) => id === recipient_id)?.name ?? '',
    top: rowOfPage.top + at * rowOfPage.height,
  }));
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
    const { name } = document;
    const id =
      document.document_id ?? (await printedStatement(dependencies, envelope, document.statement_version ?? 0));
    const flaw = id
      ? (await documentsIn(dependencies.table, keysOf(envelope.organization_id)).find(id))?.flaw
      : undefined;
    if (flaw) throw cannot(pdfFlaws[flaw]);
    const read = id && (await dependencies.bucket.read(documentKey('clean', envelope.organization_id, id)));
    if (!read) throw cannot(connectionMessages.paperGone);
    files.push({ name, file: (await bytesOf(read)).toString('base64') });
  }
  const page = Buffer.from(await signaturePage(envelope, submission)).toString('base64');
  return pdfSubmissionRequest(envelope, submission, { files, signaturePage: page });
};
