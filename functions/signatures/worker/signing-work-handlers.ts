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
import { awaitAllEffects, EffectPending, effect } from '#functions/platform/store/partners/effects.ts';
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
      await changeEnvelope(dependencies, ref, (one) =>
        refused.length > 0
          ? applyFilesRejected(one, submission.key, { ...files, refused }, at)
          : applyFilesStored(one, submission.key, files, at),
      );
  }
  if (waiting.length > 0) throw new EffectPending(pauseOf(waiting, dependencies.now()));
};

const nullWhereNotOurs = (error: unknown): null => {
  if (error instanceof ForeignAccountError) return null;
  throw error;
};

/**
 * Asks DocuSeal how the submissions of an envelope stand, those that were not asked about after `since`, and writes that
 * down, unless nothing can change any more. Answers the envelope after it; undefined where there is none, or no account to
 * ask: none is connected, or another one than that in which the envelope was made.
 */
export const refreshFromDocuSeal = async (
  dependencies: SigningDependencies,
  ref: EnvelopeRef,
  since: string,
): Promise<EnvelopeRecord | undefined> => {
  const envelope = await findEnvelope(dependencies, ref);
  if (!envelope || isSettled(envelope)) return envelope;
  const open = envelope.submissions.filter((one) => !wasReadAfter(one, since));
  if (open.length === 0 && envelope.submissions.length > 0) return envelope;
  const docuseal = await connectedDocuSeal(dependencies, ref);
  const postpone = async (): Promise<undefined> => {
    await changeEnvelope(dependencies, ref, (one) => postponePoll(one, dependencies.now()));
  };
  if (!docuseal) return postpone();
  let read: EnvelopeRecord | undefined = envelope;
  for (const { key, docuseal_id } of open) {
    if (docuseal_id === null) continue;
    // What happens while it answers is announced, and later than this.
    const at = dependencies.now();
    const state = await docuseal.ask((account) => account.getSubmission(docuseal_id)).catch(nullWhereNotOurs);
    if (state === null) return postpone();
    read = await changeEnvelope(dependencies, ref, (one) =>
      state ? submissionRead(one, key, state, at) : applySubmissionDeleted(one, key, at),
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

/** Whether DocuSeal has mailed the person since then. */
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
    ...{ organizationId, partner, kind: 'looked-up', eventId, name: `mail ${submitterId}` },
    lookUp: async () => ((await wasMailed(account, mailing)) ? { result: true } : undefined),
    act: async () => {
      try {
        await account.updateSubmitter(submitterId, { send_email: true });
      } catch (error) {
        // They signed or declined a moment ago: there is nobody to be mailed any more.
        if (!(error instanceof PermanentError)) throw error;
      }
      return true;
    },
  });
};

/**
 * Has DocuSeal mail people their link once more: one of them, or everybody who could sign now. How it stands is read
 * before, for DocuSeal mails nothing for what is over and looks at nobody's turn.
 */
const onResendRequested =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.resend-requested']> =>
  async ({ envelope: { id: eventId, organization_id, occurred_at: since, payload } }, { trace }) => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    // A reminder that DocuSeal's outage held back until the night waits for the day.
    const night = payload.day_ends ? secondsUntilMorning(payload.day_ends, dependencies.now()) : 0;
    if (night > 0) throw new EffectPending(night);
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

/** A voided or deleted envelope can be signed by nobody any more; what everybody had signed before is kept all the same. */
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

/** Everybody has signed: the signed papers and the audit log are stored. */
const onSigned =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.signed']> =>
  async ({ envelope: { organization_id, payload } }, { trace }) => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await findEnvelope(dependencies, ref);
    if (envelope) await storeSignedFiles(dependencies, ref, envelope);
  };

/** DocuSeal announced something, or was silent for long: it is asked, and what is complete is stored. */
const onRefreshRequested =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.check-wanted']> =>
  async ({ envelope: { organization_id, occurred_at, payload } }, { trace }) => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await refreshFromDocuSeal(dependencies, ref, occurred_at);
    if (envelope) await storeSignedFiles(dependencies, ref, envelope);
  };

/** What the worker `signing-work` does on each event of its queue: everything that asks DocuSeal. */
export const signingWorkHandlers = (dependencies: SigningDependencies) =>
  ({
    'envelope.send-requested': onSendRequested(dependencies),
    'envelope.resend-requested': onResendRequested(dependencies),
    'envelope.void-requested': onVoidedOrDeleted(dependencies),
    'envelope.deleted': onVoidedOrDeleted(dependencies),
    'envelope.check-wanted': onRefreshRequested(dependencies),
    'envelope.signed': onSigned(dependencies),
  }) satisfies EventHandlers;
