import { rejectionMessages } from '#domain/documents/document-messages.ts';
import type { RefusedFile, SubmissionState } from '#domain/signatures/envelope.ts';
import { submissionsWithoutFiles } from '#domain/signatures/envelope-progress.ts';
import { applyFilesRejected, applyFilesStored } from '#domain/signatures/envelope-transitions.ts';
import type { DocumentRecord } from '#functions/documents/repository/document-record.ts';
import { isScanFinished, quarantineFetchedFile } from '#functions/documents/shared/quarantine-fetched.ts';
import { EffectPending } from '#functions/platform/store/partners/effects.ts';
import { ForeignAccountError, OutcomeUnknownError } from '#functions/platform/store/partners/partner-error.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelopes.ts';
import { changeEnvelope } from './change-envelope.ts';
import { type ConnectedDocuSeal, connectedDocuSeal } from './connected-docuseal.ts';
import type { EnvelopeRef, SigningDependencies } from './signing-dependencies.ts';

type Stored = Pick<SubmissionState, 'stored' | 'audit_document_id'>;

/**
 * In how many seconds to look for the scans again: they take some ten, and one that is silent for long is looked for
 * after a fourth of its age, so that its message does not come too often.
 */
const pauseOf = (since: readonly string[], now: Date): number => {
  const oldest = Math.min(...since.map((at) => Date.parse(at)));
  return Math.min(3 * 3600, Math.max(10, (now.getTime() - oldest) / 4000));
};

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

interface SignedPaper {
  envelope: EnvelopeRecord;
  url: string;
  part: string;
  name: string;
}

/** Takes one file in among the documents of the case, once for its part of the envelope; undefined where the case is gone. */
const takeIn = (
  dependencies: SigningDependencies,
  { organizationId, trace }: EnvelopeRef,
  { ask }: ConnectedDocuSeal,
  { envelope, url, part, name }: SignedPaper,
): Promise<DocumentRecord | undefined> =>
  quarantineFetchedFile(dependencies, {
    ...{ organizationId, caseId: envelope.case_id, series: `envelope ${envelope.id} ${part}`, key: 'signed' },
    ...{ name, type: 'application/pdf', kind: 'authorization', description: envelope.title, trace },
    fetch: () =>
      ask(async (account) => {
        const { bytes } = await account.fetchFile(url);
        if (!isPdf(bytes)) throw new OutcomeUnknownError('file');
        return bytes;
      }),
  });

const refusedAmong = (records: readonly DocumentRecord[]): RefusedFile[] =>
  records.flatMap(({ id, status, file_name, refused_for }) =>
    status === 'refused'
      ? { document_id: id, why: `${file_name}: ${rejectionMessages[refused_for ?? 'unscannable']}` }
      : [],
  );

/** The files of a submission; undefined where it has none, and where their case is gone. `waiting`: since when scans are waited for. */
const filesOf = async (
  dependencies: SigningDependencies,
  ref: EnvelopeRef,
  envelope: EnvelopeRecord,
  { key, docuseal_id }: SubmissionState,
): Promise<{ files: Stored; waiting: string[]; refused: RefusedFile[] } | undefined> => {
  const docuseal = docuseal_id === null ? undefined : await connectedDocuSeal(dependencies, ref);
  if (!docuseal || docuseal_id === null) return undefined;
  // Addresses of files hold for minutes: they are asked for each time.
  const state = await docuseal
    .ask((account) => account.getSubmission(docuseal_id))
    .catch((error: unknown) => {
      // They are fetched when the account in which they were signed is connected again.
      if (!(error instanceof ForeignAccountError)) throw error;
    });
  if (state?.status !== 'completed') return undefined;
  if (state.documents.length === 0 || !state.audit_log_url) throw new OutcomeUnknownError('files are not made yet');
  const kept: { name: string; record: DocumentRecord }[] = [];
  for (const [n, { name, url }] of state.documents.entries()) {
    const paper = { envelope, url, part: `${key} ${n + 1}`, name: `${name} (signed)` };
    const record = await takeIn(dependencies, ref, docuseal, paper);
    if (!record) return undefined;
    kept.push({ name, record });
  }
  const log = { envelope, url: state.audit_log_url, part: `${key} audit`, name: `${envelope.title} (audit log)` };
  const audit = await takeIn(dependencies, ref, docuseal, log);
  if (!audit) return undefined;
  const records = [audit, ...kept.map(({ record }) => record)];
  return {
    files: { stored: kept.map(({ name, record }) => ({ name, document_id: record.id })), audit_document_id: audit.id },
    waiting: records.flatMap((one) => (isScanFinished(one) ? [] : one.created_at)),
    refused: refusedAmong(records),
  };
};

/**
 * Everybody has signed: the signed papers and the audit log come among the documents of the case, through the quarantine as
 * everything that comes from outside, each once whatever happens on the way, also where the envelope was voided or deleted
 * since. The envelope is complete when all of them can be opened. One that its scan refuses is told of, and is fetched
 * anew when what was refused has gone for good. Throws EffectPending while scans are waited for.
 */
export const storeSignedFiles = async (
  dependencies: SigningDependencies,
  ref: EnvelopeRef,
  envelope: EnvelopeRecord,
): Promise<void> => {
  const waiting: string[] = [];
  for (const submission of submissionsWithoutFiles(envelope)) {
    const found = await filesOf(dependencies, ref, envelope, submission);
    if (!found) continue;
    const at = dependencies.now();
    const { files, refused } = found;
    if (found.waiting.length > 0) waiting.push(...found.waiting);
    else
      await changeEnvelope(dependencies, ref, (one) =>
        refused.length > 0
          ? applyFilesRejected(one, submission.key, { ...files, refused }, at)
          : applyFilesStored(one, submission.key, files, at),
      );
  }
  if (waiting.length > 0) throw new EffectPending(pauseOf(waiting, dependencies.now()));
};
