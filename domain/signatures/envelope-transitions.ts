import type { EventName } from '#domain/registry/event-catalog.ts';
import type { DocuSealCreated, DocuSealEvent, DocuSealSubmission, DocuSealSubmitter } from './docuseal-state.ts';
import { titleOf } from './envelope.rules.ts';
import {
  appendTimeline,
  type Envelope,
  entryOf,
  initialDeliveryState,
  parseExternalId,
  type Recipient,
  type RefusedFile,
  type SubmissionState,
  type SubmitterState,
  type TimelineEntry,
} from './envelope.ts';
import { hasRefusedFiles, recipientStatusOf, statusOf } from './envelope-progress.ts';
import { isSettledStatus } from './envelope-status.ts';

const eventOf = {
  sent: 'envelope.sent',
  viewed: 'envelope.viewed',
  signed: 'envelope.signed',
  completed: 'envelope.completed',
  declined: 'envelope.declined',
  expired: 'envelope.expired',
  voided: 'envelope.voided',
} as const satisfies Partial<Record<Envelope['status'], EventName>>;
type EnvelopeEvent = (typeof eventOf)[keyof typeof eventOf];

const answersOf = ({ recipients }: Envelope): number =>
  recipients.filter(({ completed_at, declined_at }) => completed_at ?? declined_at).length;

/**
 * Returns the events of a change, each once when an envelope first reaches a status, and for each signature in between;
 * none if it is deleted.
 */
export const eventsOf = (before: Envelope, next: Envelope): (EnvelopeEvent | 'envelope.updated')[] => {
  if (next.deleted) return [];
  if (before.status === next.status) return answersOf(before) === answersOf(next) ? [] : ['envelope.updated'];
  const wasSent = before.sent_at === null && next.sent_at !== null && next.status !== 'sent';
  const name = Object.hasOwn(eventOf, next.status) ? eventOf[next.status as keyof typeof eventOf] : undefined;
  return [...(wasSent ? (['envelope.sent'] as const) : []), ...(name ? [name] : [])];
};

const minutes = 60_000;
const hours = 60 * minutes;

/** Returns when to poll DocuSeal next: rarer with age, null when the envelope is settled. */
export const nextPollAt = (envelope: Envelope, now: Date): string | null => {
  if (envelope.deleted || isSettledStatus(envelope.status)) return null;
  if (envelope.sending?.state !== 'made') return null;
  const age = now.getTime() - Date.parse(envelope.sending.requested_at);
  const isSoon = envelope.status === 'signed' ? !hasRefusedFiles(envelope) : age < 24 * hours;
  const pause = isSoon ? 15 * minutes : age < 168 * hours ? hours : 6 * hours;
  return new Date(now.getTime() + pause).toISOString();
};

/** Postpones the poll by six hours while the organization is not connected, so that other envelopes come first. */
export const postponePoll = (envelope: Envelope, now: Date): Envelope =>
  envelope.check_at === null ? envelope : { ...envelope, check_at: new Date(now.getTime() + 6 * hours).toISOString() };

const earliest = (...instants: (string | null)[]): string | null =>
  instants.filter((at): at is string => at !== null).sort()[0] ?? null;
const latest = (...instants: (string | null)[]): string | null =>
  instants
    .filter((at): at is string => at !== null)
    .sort()
    .at(-1) ?? null;

const recipientAfter = (recipient: Recipient, submissions: readonly SubmissionState[]): Recipient => {
  const own = submissions
    .flatMap(({ submitters }) => submitters)
    .filter((submitter) => submitter.recipient_id === recipient.id);
  const signing = own.filter(({ signs }) => signs);
  const next = {
    ...recipient,
    signs: own.length === 0 ? recipient.signs : signing.length > 0,
    sent_at: earliest(recipient.sent_at, ...own.map(({ sent_at }) => sent_at)),
    viewed_at: latest(recipient.viewed_at, ...own.map(({ opened_at }) => opened_at)),
    declined_at: earliest(recipient.declined_at, ...own.map(({ declined_at }) => declined_at)),
  };
  const status = recipientStatusOf(next, submissions);
  const completed_at = status === 'completed' ? latest(...signing.map((submitter) => submitter.completed_at)) : null;
  return { ...next, status, completed_at };
};

const withDerived = (envelope: Envelope, now: Date): Envelope => {
  const recipients = envelope.recipients.map((recipient) => recipientAfter(recipient, envelope.submissions));
  const next = { ...envelope, recipients };
  const status = statusOf(next);
  return {
    ...next,
    status,
    sent_at: envelope.sent_at ?? earliest(...recipients.map(({ sent_at }) => sent_at)),
    completed_at: status === 'completed' ? (envelope.completed_at ?? now.toISOString()) : envelope.completed_at,
    check_at: nextPollAt({ ...next, status }, now),
  };
};

const replaced = (
  envelope: Envelope,
  key: string,
  change: (submission: SubmissionState) => SubmissionState,
): Envelope => ({
  ...envelope,
  submissions: envelope.submissions.map((submission) => (submission.key === key ? change(submission) : submission)),
});

const recipientOf = (
  envelope: Envelope,
  submission: SubmissionState,
  submitter: DocuSealSubmitter,
): string | undefined => {
  const named = parseExternalId(submitter.external_id)?.recipientId;
  if (envelope.recipients.some(({ id }) => id === named)) return named;
  const roles = envelope.documents
    .filter(({ id }) => submission.document_ids.includes(id))
    .flatMap((document) => document.roles);
  return roles.find(({ role }) => role === submitter.role)?.recipient_id;
};

const submittersOf = (
  envelope: Envelope,
  submission: SubmissionState,
  answered: readonly DocuSealSubmitter[],
): SubmitterState[] =>
  answered.flatMap((submitter) => {
    const recipient_id = recipientOf(envelope, submission, submitter);
    if (!recipient_id) return [];
    const before = submission.submitters.find(({ id }) => id === submitter.id);
    const signs = before?.signs ?? envelope.recipients.some(({ id, signs: does }) => id === recipient_id && does);
    const { id, role, uuid, slug, status, sent_at, opened_at, completed_at, declined_at } = submitter;
    return [
      {
        id,
        recipient_id,
        role,
        uuid,
        slug,
        status,
        sent_at,
        opened_at,
        completed_at,
        declined_at,
        signs,
        embed_src: submitter.embed_src ?? before?.embed_src ?? null,
      },
    ];
  });

/** Adds a created submission with its submitters; the envelope is sent when all submissions exist. */
export const applySubmissionCreated = (
  envelope: Envelope,
  key: string,
  answer: Pick<DocuSealCreated, 'id' | 'expire_at' | 'submitters'>,
  now: Date,
): Envelope => {
  const next = replaced(envelope, key, (submission) => ({
    ...submission,
    docuseal_id: answer.id,
    status: submission.status ?? 'pending',
    expire_at: answer.expire_at ?? submission.expire_at,
    submitters: submittersOf(envelope, submission, answer.submitters),
  }));
  const isWhole = next.submissions.every(({ docuseal_id }) => docuseal_id !== null);
  return withDerived(isWhole ? sendingDone(next, now) : next, now);
};

const sendingDone = (envelope: Envelope, now: Date): Envelope => {
  const { sending } = envelope;
  if (!sending || sending.state === 'made') return envelope;
  const made = entryOf('made', now.toISOString(), { by: sending.requested_by.name });
  return {
    ...envelope,
    sending: { ...sending, state: 'made', problem: '' },
    timeline: appendTimeline(envelope.timeline, [made]),
  };
};

/**
 * Makes a rejected envelope a draft again, with `problem` as a sentence for staff; its submissions are archived at
 * DocuSeal. If all have signed one of them already, that one stays and the envelope is voided instead.
 */
export const applySendRejected = (envelope: Envelope, problem: string, now: Date): Envelope => {
  const { sending } = envelope;
  if (!sending) return envelope;
  const at = now.toISOString();
  const next: Envelope = {
    ...envelope,
    sending: { ...sending, state: 'refused', problem },
    timeline: appendTimeline(envelope.timeline, [entryOf('refused', at, { detail: problem })]),
  };
  if (next.submissions.some(({ status }) => status === 'completed'))
    return withDerived({ ...next, void: { reason: problem, at, by_name: 'DocuSeal' } }, now);
  const recipients = next.recipients.map((recipient) => ({ ...recipient, ...initialDeliveryState }));
  return withDerived({ ...next, recipients, submissions: [], sent_at: null, expires_at: null }, now);
};

const kindOfEvent: Readonly<Record<string, TimelineEntry['kind']>> = {
  send_email: 'sent',
  send_sms: 'sent',
  send_reminder_email: 'reminded',
  bounce_email: 'bounced',
  complaint_email: 'bounced',
  open_email: 'opened',
  click_email: 'opened',
  click_sms: 'opened',
  view_form: 'viewed',
  start_form: 'started',
  complete_form: 'signed',
  api_complete_form: 'signed',
  decline_form: 'declined',
};

/** Returns timeline entries of a submission, with the documents' names if the envelope has several submissions. */
const entriesOf = (
  { documents, submissions }: Envelope,
  submission: SubmissionState,
  submitters: readonly SubmitterState[],
  happened: readonly DocuSealEvent[],
): TimelineEntry[] => {
  // Short, because a record holds 200 entries.
  const papers =
    submissions.length > 1 ? titleOf(documents.filter(({ id }) => submission.document_ids.includes(id))) : '';
  return happened.flatMap((event) => {
    const kind = kindOfEvent[event.event_type];
    const recipient = submitters.find(({ id }) => id === event.submitter_id)?.recipient_id;
    if (!kind || !recipient || !event.event_timestamp) return [];
    const detail = kind === 'declined' ? (event.data?.reason ?? '') : papers;
    const id = `${submission.key}/${event.id}`;
    return [{ id, at: event.event_timestamp, kind, recipient_id: recipient, by_name: '', detail }];
  });
};

/** Derives delivery from email events after the last rejection: delivered means sent and not bounced. */
const mailsOf = (recipient: Recipient, entries: readonly TimelineEntry[]): Recipient => {
  const refused = entries.findLastIndex(({ kind }) => kind === 'refused');
  const own = entries.slice(refused + 1).filter((entry) => entry.recipient_id === recipient.id);
  const last = (kind: TimelineEntry['kind']) =>
    latest(...own.filter((entry) => entry.kind === kind).map(({ at }) => at));
  const [sent, bounced, opened] = [last('sent'), last('bounced'), last('opened')];
  const reason = own.filter(({ kind }) => kind === 'declined').at(-1)?.detail;
  return {
    ...recipient,
    delivered_at: sent && (!bounced || bounced < sent) ? sent : null,
    opened_at: opened ?? recipient.opened_at,
    decline_reason: reason ?? recipient.decline_reason,
  };
};

const isPast = (instant: string | null, now: Date): boolean => instant !== null && Date.parse(instant) <= now.getTime();

/** Returns true if a submission was read after an instant. */
export const wasReadAfter = ({ read_at }: Pick<SubmissionState, 'read_at'>, at: string): boolean =>
  typeof read_at === 'string' && read_at > at;

/**
 * Applies DocuSeal's state of a submission, asked at `now`. Only the state counts, never the webhook that caused the
 * question; it may move an envelope backwards, unless it answers an earlier question.
 */
export const submissionRead = (envelope: Envelope, key: string, state: DocuSealSubmission, now: Date): Envelope => {
  const at = now.toISOString();
  const before = envelope.submissions.find((submission) => submission.key === key);
  if (!before || wasReadAfter(before, at)) return envelope;
  // Sent again since the question; only a completed submission is found without its id.
  if (before.docuseal_id !== state.id && (before.docuseal_id !== null || state.status !== 'completed')) return envelope;
  const submitters = submittersOf(envelope, before, state.submitters);
  const expired = state.status === 'expired' || (state.status === 'pending' && isPast(state.expire_at, now));
  const entries = entriesOf(envelope, before, submitters, state.submission_events);
  if (expired && before.status !== 'expired') entries.push(entryOf('expired', state.expire_at ?? at));
  const timeline = appendTimeline(envelope.timeline, entries);
  const next = replaced(envelope, key, (submission) => ({
    ...submission,
    docuseal_id: state.id,
    status: expired ? 'expired' : state.status,
    archived_at: state.archived_at,
    expire_at: state.expire_at,
    completed_at: state.completed_at,
    read_at: at,
    submitters,
  }));
  const recipients = next.recipients.map((recipient) => mailsOf(recipient, timeline));
  const read = { ...next, recipients, timeline, read_at: latest(next.read_at, at) };
  // DocuSeal also archives submissions that all have signed.
  const takenBackAt = state.status === 'completed' ? null : state.archived_at;
  return withDerived(takenBackAt ? voidedElsewhere(read, takenBackAt) : read, now);
};

/** A submission that was archived at DocuSeal can no longer be signed. */
const voidedElsewhere = (envelope: Envelope, at: string): Envelope =>
  envelope.void || envelope.deleted || isSettledStatus(statusOf(envelope))
    ? envelope
    : {
        ...envelope,
        void: { reason: 'Archived in DocuSeal', at, by_name: 'DocuSeal' },
        timeline: appendTimeline(envelope.timeline, [
          entryOf('voided', at, { by: 'DocuSeal', detail: 'Archived in DocuSeal' }),
        ]),
      };

/** Applies that DocuSeal no longer has the submission. */
export const applySubmissionDeleted = (envelope: Envelope, key: string, now: Date): Envelope => {
  const before = envelope.submissions.find((submission) => submission.key === key);
  if (!before) return envelope;
  const at = now.toISOString();
  const next = replaced(envelope, key, (submission) => ({
    ...submission,
    archived_at: submission.archived_at ?? at,
    read_at: at,
  }));
  const read = { ...next, read_at: latest(next.read_at, at) };
  return withDerived(before.status === 'completed' ? read : voidedElsewhere(read, at), now);
};

/** Records the stored signed files of a submission once. */
export const applyFilesStored = (
  envelope: Envelope,
  key: string,
  files: Pick<SubmissionState, 'stored' | 'audit_document_id'>,
  now: Date,
): Envelope => {
  if (envelope.submissions.some((submission) => submission.key === key && submission.stored_at !== null))
    return envelope;
  const at = now.toISOString();
  const next = replaced(envelope, key, (submission) => ({ ...submission, ...files, stored_at: at }));
  const isWhole = next.submissions.every(({ stored_at }) => stored_at !== null);
  const timeline = isWhole ? appendTimeline(envelope.timeline, [entryOf('stored', at)]) : envelope.timeline;
  return withDerived({ ...next, timeline }, now);
};

/** Records once which signed files a scan rejected; the submission is not stored with them. */
export const applyFilesRejected = (
  envelope: Envelope,
  key: string,
  { refused, ...files }: Pick<SubmissionState, 'stored' | 'audit_document_id'> & { refused: readonly RefusedFile[] },
  now: Date,
): Envelope => {
  if (envelope.submissions.some((submission) => submission.key === key && submission.stored_at !== null))
    return envelope;
  const entries = refused.map(({ document_id, why }) => ({
    ...entryOf('stored', now.toISOString(), { detail: why }),
    id: `refused/${document_id}`,
  }));
  const next = replaced(envelope, key, (submission) => ({ ...submission, ...files }));
  return withDerived({ ...next, timeline: appendTimeline(envelope.timeline, entries) }, now);
};
