import { rejectionMessages } from '#domain/documents/document-messages.ts';
import type { RefusedFile, SubmissionState } from '#domain/signatures/envelope.ts';
import { isSettled, submissionsWithoutFiles } from '#domain/signatures/envelope-progress.ts';
import {
  applyFilesRejected,
  applyFilesStored,
  applySubmissionDeleted,
  postponePoll,
  submissionRead,
  wasReadAfter,
} from '#domain/signatures/envelope-transitions.ts';
import { currentSigners, openSubmitters, secondsUntilMorning } from '#domain/signatures/reminders.ts';
import type { DocumentRecord } from '#functions/documents/repository/documents.ts';
import { isScanFinished, quarantineFetchedFile } from '#functions/documents/shared/start-upload.ts';
import {
  ForeignAccountError,
  OutcomeUnknownError,
  PermanentError,
} from '#functions/platform/store/partners/circuit.ts';
import { awaitAllEffects, EffectPendingError, effect } from '#functions/platform/store/partners/effects.ts';
import type { Delivery, EventHandlers, WorkerRun } from '#functions/platform/workers/worker.ts';
import type { DocuSeal } from '../client/docuseal.ts';
import type { EnvelopeRecord } from '../repository/envelopes.ts';
import {
  archiveSubmissions,
  type ConnectedDocuSeal,
  changeEnvelope,
  connectedDocuSeal,
  type EnvelopeRef,
  findEnvelope,
  partner,
  type SigningDependencies,
} from './connected-docuseal.ts';
import { onSendRequested } from './on-send-requested.ts';

type Stored = Pick<SubmissionState, 'stored' | 'audit_document_id'>;

/** Returns at least ten seconds, and a quarter of the oldest scan's age, so that retries become rare. */
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

/** Stores a signed file as a document of the case, once per part of the envelope; undefined if the case was deleted. */
const takeIn = (
  dependencies: SigningDependencies,
  { organizationId, trace }: EnvelopeRef,
  { ask }: ConnectedDocuSeal,
  { envelope, url, part, name }: SignedPaper,
): Promise<DocumentRecord | undefined> =>
  quarantineFetchedFile(dependencies, {
    organizationId,
    caseId: envelope.case_id,
    series: `envelope ${envelope.id} ${part}`,
    key: 'signed',
    name,
    type: 'application/pdf',
    kind: 'authorization',
    description: envelope.title,
    trace,
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

/** `waiting`: since when scans are awaited. */
const filesOf = async (
  dependencies: SigningDependencies,
  ref: EnvelopeRef,
  envelope: EnvelopeRecord,
  { key, docuseal_id }: SubmissionState,
): Promise<{ files: Stored; waiting: string[]; refused: RefusedFile[] } | undefined> => {
  const docuseal = docuseal_id === null ? undefined : await connectedDocuSeal(dependencies, ref);
  if (!docuseal || docuseal_id === null) return undefined;
  // Links to files are valid for minutes, so each run asks for new ones.
  const state = await docuseal
    .ask((account) => account.getSubmission(docuseal_id))
    .catch((error: unknown) => {
      // They are fetched when the account of the signatures is connected again.
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
    waiting: records.flatMap((record) => (isScanFinished(record) ? [] : record.created_at)),
    refused: refusedAmong(records),
  };
};

/**
 * Stores signed documents and audit logs in the case through the quarantine, each once, also of voided and deleted
 * envelopes. The envelope is complete when all are ready. A rejected file is reported, and fetched again after its
 * removal. Throws EffectPendingError while scans run.
 */
const storeSignedFiles = async (
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
      await changeEnvelope(dependencies, ref, (envelope) =>
        refused.length > 0
          ? applyFilesRejected(envelope, submission.key, { ...files, refused }, at)
          : applyFilesStored(envelope, submission.key, files, at),
      );
  }
  if (waiting.length > 0) throw new EffectPendingError(pauseOf(waiting, dependencies.now()));
};

const nullWhereNotOurs = (error: unknown): null => {
  if (error instanceof ForeignAccountError) return null;
  throw error;
};

/** Records DocuSeal's state of submissions that were not read after `since`; undefined without an account. */
export const refreshFromDocuSeal = async (
  dependencies: SigningDependencies,
  ref: EnvelopeRef,
  since: string,
): Promise<EnvelopeRecord | undefined> => {
  const envelope = await findEnvelope(dependencies, ref);
  if (!envelope || isSettled(envelope)) return envelope;
  const open = envelope.submissions.filter((submission) => !wasReadAfter(submission, since));
  if (open.length === 0 && envelope.submissions.length > 0) return envelope;
  const docuseal = await connectedDocuSeal(dependencies, ref);
  const postpone = async (): Promise<undefined> => {
    await changeEnvelope(dependencies, ref, (envelope) => postponePoll(envelope, dependencies.now()));
  };
  if (!docuseal) return postpone();
  let read: EnvelopeRecord | undefined = envelope;
  for (const { key, docuseal_id } of open) {
    if (docuseal_id === null) continue;
    // A change during the response triggers another webhook with a later time.
    const at = dependencies.now();
    const state = await docuseal.ask((account) => account.getSubmission(docuseal_id)).catch(nullWhereNotOurs);
    if (state === null) return postpone();
    read = await changeEnvelope(dependencies, ref, (envelope) =>
      state ? submissionRead(envelope, key, state, at) : applySubmissionDeleted(envelope, key, at),
    );
  }
  return read;
};

interface Mailing {
  eventId: string;
  since: string;
  submitterId: number;
  submissionId: number;
}

const wasMailed = async (account: DocuSeal, { submitterId, submissionId, since }: Mailing): Promise<boolean> => {
  const state = await account.getSubmission(submissionId);
  return (state?.submission_events ?? []).some(
    ({ submitter_id, event_type, event_timestamp }) =>
      submitter_id === submitterId && event_type === 'send_email' && event_timestamp >= since,
  );
};

const mailOne = async (
  dependencies: SigningDependencies,
  { organizationId }: EnvelopeRef,
  account: DocuSeal,
  mailing: Mailing,
): Promise<void> => {
  const { eventId, submitterId } = mailing;
  await effect(dependencies, {
    organizationId,
    partner,
    kind: 'looked-up',
    eventId,
    name: `mail ${submitterId}`,
    lookUp: async () => ((await wasMailed(account, mailing)) ? { result: true } : undefined),
    act: async () => {
      try {
        await account.updateSubmitter(submitterId, { send_email: true });
      } catch (error) {
        if (!(error instanceof PermanentError)) throw error;
      }
      return true;
    },
  });
};

/** Reads the state first, because DocuSeal checks neither turn nor completion before it emails. */
const onResendRequested =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.resend-requested']> =>
  async ({ envelope: { id: eventId, organization_id, occurred_at: since, payload } }, { trace }) => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    // A reminder that an outage delayed until night waits for the day.
    const night = payload.day_ends ? secondsUntilMorning(payload.day_ends, dependencies.now()) : 0;
    if (night > 0) throw new EffectPendingError(night);
    const docuseal = await connectedDocuSeal(dependencies, ref);
    const envelope = docuseal && (await refreshFromDocuSeal(dependencies, ref, since));
    if (!envelope) return;
    const wanted = payload.recipient_id ? [payload.recipient_id] : currentSigners(envelope).map(({ id }) => id);
    const mailings = wanted.flatMap((recipient) =>
      openSubmitters(envelope, recipient).flatMap(({ id: submitterId }) => {
        const own = envelope.submissions.find(({ submitters }) => submitters.some(({ id }) => id === submitterId));
        return own?.docuseal_id ? [{ eventId, since, submitterId, submissionId: own.docuseal_id }] : [];
      }),
    );
    await awaitAllEffects(mailings.map((mailing) => mailOne(dependencies, ref, docuseal.account, mailing)));
  };

type VoidedOrDeleted = 'envelope.void-requested' | 'envelope.deleted';

/** A voided or deleted envelope can no longer be signed; documents that all signed before are still stored. */
const onVoidedOrDeleted =
  (dependencies: SigningDependencies) =>
  async (
    { envelope: { organization_id, payload } }: Delivery<VoidedOrDeleted>,
    { trace }: WorkerRun,
  ): Promise<void> => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await findEnvelope(dependencies, ref);
    if (!envelope) return;
    await archiveSubmissions(dependencies, ref, envelope);
    const archived = await findEnvelope(dependencies, ref);
    if (archived) await storeSignedFiles(dependencies, ref, archived);
  };

const onSigned =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.signed']> =>
  async ({ envelope: { organization_id, payload } }, { trace }) => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await findEnvelope(dependencies, ref);
    if (envelope) await storeSignedFiles(dependencies, ref, envelope);
  };

/** After a webhook, or a long time without: reads DocuSeal's state, and stores completed files. */
const onRefreshRequested =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.check-wanted']> =>
  async ({ envelope: { organization_id, occurred_at, payload } }, { trace }) => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await refreshFromDocuSeal(dependencies, ref, occurred_at);
    if (envelope) await storeSignedFiles(dependencies, ref, envelope);
  };

export const signingWorkHandlers = (dependencies: SigningDependencies) =>
  ({
    'envelope.send-requested': onSendRequested(dependencies),
    'envelope.resend-requested': onResendRequested(dependencies),
    'envelope.void-requested': onVoidedOrDeleted(dependencies),
    'envelope.deleted': onVoidedOrDeleted(dependencies),
    'envelope.check-wanted': onRefreshRequested(dependencies),
    'envelope.signed': onSigned(dependencies),
  }) satisfies EventHandlers;
