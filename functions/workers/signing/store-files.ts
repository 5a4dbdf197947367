import type { SubmissionState } from '#domain/signatures/envelope.ts';
import { filesStored } from '#domain/signatures/envelope-transitions.ts';
import { needsFiles } from '#domain/signatures/envelope-turns.ts';
import { NotOurs, Unknown } from '#functions/adapters/partner-error.ts';
import { isLookedAt, takeInFetched } from '#functions/documents/shared/fetched-document.ts';
import type { DocumentRecord } from '#functions/records/document-record.ts';
import type { EnvelopeRecord } from '#functions/records/envelopes.ts';
import { EffectPending } from '#functions/store/effects.ts';
import { askingFor, changeEnvelope, type EnvelopeOf, type SigningDependencies } from './signing-work.ts';

type Stored = Pick<SubmissionState, 'stored' | 'audit_document_id'>;
type Asking = NonNullable<Awaited<ReturnType<typeof askingFor>>>;

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

/** Takes one file in among the documents of the case, once for its part of the envelope. */
const takeIn = (
  dependencies: SigningDependencies,
  { organizationId, trace }: EnvelopeOf,
  { ask }: Asking,
  { envelope, url, part, name }: SignedPaper,
): Promise<DocumentRecord> =>
  takeInFetched(dependencies, {
    ...{ organizationId, caseId: envelope.case_id, series: `envelope ${envelope.id} ${part}`, key: 'signed' },
    ...{ name, type: 'application/pdf', kind: 'authorization', description: envelope.title, trace },
    fetch: () =>
      ask(async (account) => {
        const { bytes } = await account.fetchFile(url);
        if (!isPdf(bytes)) throw new Unknown('file');
        return bytes;
      }),
  });

/** The files of a submission; undefined where it has none. `waiting`: since when scans are waited for. */
const filesOf = async (
  dependencies: SigningDependencies,
  of: EnvelopeOf,
  envelope: EnvelopeRecord,
  { key, docuseal_id }: SubmissionState,
): Promise<{ files: Stored; waiting: string[] } | undefined> => {
  const asking = docuseal_id === null ? undefined : await askingFor(dependencies, of);
  if (!asking || docuseal_id === null) return undefined;
  // Addresses of files hold for minutes: they are asked for each time.
  const state = await asking
    .ask((account) => account.getSubmission(docuseal_id))
    .catch((error: unknown) => {
      // They are fetched when the account in which they were signed is connected again.
      if (!(error instanceof NotOurs)) throw error;
    });
  if (state?.status !== 'completed') return undefined;
  if (state.documents.length === 0 || !state.audit_log_url) throw new Unknown('files are not made yet');
  const taken: { name: string; record: DocumentRecord }[] = [];
  for (const [n, { name, url }] of state.documents.entries()) {
    const paper = { envelope, url, part: `${key} ${n + 1}`, name: `${name} (signed)` };
    taken.push({ name, record: await takeIn(dependencies, of, asking, paper) });
  }
  const log = { envelope, url: state.audit_log_url, part: `${key} audit`, name: `${envelope.title} (audit log)` };
  const audit = await takeIn(dependencies, of, asking, log);
  return {
    files: { stored: taken.map(({ name, record }) => ({ name, document_id: record.id })), audit_document_id: audit.id },
    waiting: [audit, ...taken.map(({ record }) => record)].flatMap((one) => (isLookedAt(one) ? [] : one.created_at)),
  };
};

/**
 * Everybody has signed: the signed papers and the audit log come among the documents of the case, through the quarantine as
 * everything that comes from outside, each once whatever happens on the way, also where the envelope was voided or deleted
 * since. The envelope is complete when all of them were looked at. Throws EffectPending while scans are waited for.
 */
export const storeFiles = async (
  dependencies: SigningDependencies,
  of: EnvelopeOf,
  envelope: EnvelopeRecord,
): Promise<void> => {
  const waiting: string[] = [];
  for (const submission of needsFiles(envelope)) {
    const found = await filesOf(dependencies, of, envelope, submission);
    if (!found) continue;
    const at = dependencies.now();
    if (found.waiting.length > 0) waiting.push(...found.waiting);
    else await changeEnvelope(dependencies, of, (one) => filesStored(one, submission.key, found.files, at));
  }
  if (waiting.length > 0) throw new EffectPending(pauseOf(waiting, dependencies.now()));
};
