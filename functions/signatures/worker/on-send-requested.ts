import { pdfFlaws } from '#domain/documents/document-messages.ts';
import { statementPaper } from '#domain/documents/printing/statement-paper.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import type { Envelope, SubmissionState } from '#domain/signatures/envelope.ts';
import { isBeingSent } from '#domain/signatures/envelope-progress.ts';
import { applySendRejected, applySubmissionCreated } from '#domain/signatures/envelope-transitions.ts';
import { connectionMessages } from '#domain/signatures/signature-messages.ts';
import { signerPartLabels } from '#domain/signatures/signer-parts.ts';
import { pdfSubmissionRequest, rowOfPage, submissionRequest } from '#domain/signatures/submission-request.ts';
import { signsAs } from '#domain/statements/signed-acceptance.ts';
import { listsOfStatement } from '#functions/documents/printing/shared/prepare-paper.ts';
import { createDocumentRepository } from '#functions/documents/repository/documents.ts';
import { pdfOf } from '#functions/documents/shared/pdf/pdf-of.ts';
import { signaturePagePdf } from '#functions/documents/shared/pdf/signature-page.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { effect } from '#functions/platform/store/partners/effects.ts';
import type { EventHandlers } from '#functions/platform/workers/worker.ts';
import type { DocuSeal } from '#functions/signatures/client/docuseal.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelopes.ts';
import { priceLists } from '#functions/statements/repository/price-lists.ts';
import { createStatementRepository } from '#functions/statements/repository/statements.ts';
import {
  archiveSubmissions,
  changeEnvelope,
  connectedDocuSeal,
  type EnvelopeRef,
  findEnvelope,
  findSubmission,
  partner,
  type SigningDependencies,
} from './connected-docuseal.ts';

/** All files of a request are held and sent in base64, and DocuSeal's time grows with their size. */
const maxBytes = 15 * 1024 * 1024;

const cannot = (sentence: string): PermanentError => new PermanentError('papers', { sentence });

const bytesOf = async (read: ReadableStream<Uint8Array> | Uint8Array, left: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of read instanceof Uint8Array ? [read] : read) {
    size += chunk.byteLength;
    if (size > left) throw cannot(connectionMessages.papersTooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Returns a finalized Statement without lines to sign on, which are on the page behind it. */
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

/** Returns the request: a template with its values, or files with a signature page. */
const buildSubmissionRequest = async (
  dependencies: Pick<SigningDependencies, 'bucket' | 'table'>,
  envelope: Envelope,
  submission: SubmissionState,
): Promise<object> => {
  if (submission.source === 'template') return submissionRequest(envelope, submission);
  const files: { name: string; file: string }[] = [];
  let left = maxBytes;
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
    const bytes = await bytesOf(read, left);
    left -= bytes.byteLength;
    files.push({ name, file: bytes.toString('base64') });
  }
  const page = Buffer.from(await signaturePage(envelope, submission)).toString('base64');
  return pdfSubmissionRequest(envelope, submission, { files, signaturePage: page });
};

const isVoidedOrDeleted = ({ void: voided, deleted }: EnvelopeRecord): boolean => Boolean(voided ?? deleted);
/** Returns false if another delivery of the event ended the sending that DocuSeal was asked for. */
const isSameSending = (envelope: EnvelopeRecord, { sending }: EnvelopeRecord): boolean =>
  isBeingSent(envelope) && envelope.sending?.requested_at === sending?.requested_at;

/** DocuSeal's messages, and texts for users. */
const inWords: readonly [pattern: RegExp, words: string][] = [
  [/^email is invalid/, 'DocuSeal does not accept the email address of a person. Correct it, or choose In person.'],
  [/encrypted/i, 'A document asks for a password. Save it without one, then add it again.'],
];

export const problemOf = ({ message, sentence }: PermanentError): string => {
  if (message === 'pro-edition')
    return 'Your DocuSeal plan can send templates but not documents. Use a template or upgrade the plan.';
  const words = inWords.find(([pattern]) => pattern.test(sentence ?? ''))?.[1];
  return words ?? sentence ?? 'DocuSeal rejected this. Check the template and signers, then send it again.';
};

/** Creates a submission at DocuSeal once; returns its id. */
const makeSubmission = (
  dependencies: SigningDependencies,
  { organizationId }: EnvelopeRef,
  { account, envelope, submission }: { account: DocuSeal; envelope: EnvelopeRecord; submission: SubmissionState },
): Promise<{ id: number } | undefined> =>
  effect(dependencies, {
    organizationId,
    partner,
    kind: 'looked-up',
    // The name depends on the sending, not the event, so that duplicate events create one submission.
    eventId: envelope.id,
    name: `submission ${submission.key} ${envelope.sending?.requested_at}`,
    lookUp: async () => {
      const id = await findSubmission(account, envelope, submission);
      return id === undefined ? undefined : { result: { id } };
    },
    act: async () => {
      const request = await buildSubmissionRequest(dependencies, envelope, submission);
      const { id } =
        submission.source === 'pdf'
          ? await account.createSubmissionFromPdf(request)
          : await account.createSubmission(request);
      // No personal data is stored in marks of effects.
      return { id };
    },
  });

/** Makes one submission and records its id; returns the changed envelope. */
const sendSubmission = async (
  dependencies: SigningDependencies,
  ref: EnvelopeRef,
  envelope: EnvelopeRecord,
  key: string,
): Promise<EnvelopeRecord | undefined> => {
  const docuseal = await connectedDocuSeal(dependencies, ref);
  if (!docuseal)
    return changeEnvelope(dependencies, ref, (one) =>
      isSameSending(one, envelope) ? applySendRejected(one, connectionMessages.notConnected, dependencies.now()) : one,
    );
  const submission = envelope.submissions.find((one) => one.key === key);
  if (!submission || submission.docuseal_id !== null) return envelope;
  const { id } = (await makeSubmission(dependencies, ref, { account: docuseal.account, envelope, submission })) ?? {};
  if (id === undefined) return envelope;
  const at = dependencies.now();
  const state = await docuseal.ask((account) => account.getSubmission(id));
  // The mark of the effect keeps the id, so that no retry would create another one.
  if (!state) throw cannot(connectionMessages.deletedThere);
  const change = (one: EnvelopeRecord) =>
    isSameSending(one, envelope) ? applySubmissionCreated(one, key, state, at) : one;
  const changed = await changeEnvelope(dependencies, ref, change, id);
  // Another delivery of the event ended the sending in the meantime.
  if (!changed?.submissions.some(({ docuseal_id }) => docuseal_id === id))
    await docuseal.ask(({ archiveSubmission }) => archiveSubmission(id));
  return changed;
};

const refuseSending = async (
  dependencies: SigningDependencies,
  ref: EnvelopeRef,
  refused: EnvelopeRecord,
  error: PermanentError,
): Promise<void> => {
  const envelope = await findEnvelope(dependencies, ref);
  if (!envelope || !isSameSending(envelope, refused)) return;
  // Archives before it records the rejection, so that a worker that dies in between repeats both.
  await archiveSubmissions(dependencies, ref, envelope);
  await changeEnvelope(dependencies, ref, (one) =>
    isSameSending(one, refused) ? applySendRejected(one, problemOf(error), dependencies.now()) : one,
  );
};

/**
 * Creates the submissions of an envelope at DocuSeal, each once, and records each immediately, so that a retry
 * continues after a crash. An envelope that was voided or deleted in the meantime is archived; a rejected one becomes
 * a draft with the reason.
 */
export const onSendRequested =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.send-requested']> =>
  async ({ envelope: { organization_id, payload } }, { trace }) => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const asked = await findEnvelope(dependencies, ref);
    if (!asked) return;
    let envelope: EnvelopeRecord | undefined = asked;
    try {
      for (const { key } of asked.submissions) {
        if (!envelope || !isBeingSent(envelope) || isVoidedOrDeleted(envelope)) break;
        envelope = await sendSubmission(dependencies, ref, envelope, key);
      }
    } catch (error) {
      if (!(error instanceof PermanentError)) throw error;
      return refuseSending(dependencies, ref, asked, error);
    }
    const last = await findEnvelope(dependencies, ref);
    if (last && isVoidedOrDeleted(last)) await archiveSubmissions(dependencies, ref, last);
  };
