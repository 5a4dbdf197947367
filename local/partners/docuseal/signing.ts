import { randomUUID } from 'node:crypto';
import { addEvent, inviteNext } from './mails.ts';
import { type Submission, type Submitter, signs, submissionStatus, whoseTurn } from './model.ts';
import { auditPdf } from './pdf.ts';
import type { Sandbox } from './sandbox.ts';
import { filledPaper } from './submissions.ts';

/** Why nothing can be signed here; undefined when it can. */
export const closedBecause = (submission: Submission, submitter: Submitter, now: Date): string | undefined => {
  if (submission.archived_at) return 'This document was withdrawn.';
  const status = submissionStatus(submission, now);
  if (submitter.completed_at) return 'You have signed this document.';
  if (status === 'declined') return 'This document was declined.';
  if (status === 'expired') return 'The time to sign this document is over.';
  if (status === 'completed') return 'This document is completed.';
  if (!signs(submission, submitter)) return 'You get a copy of this document. There is nothing to sign.';
  return whoseTurn(submission).includes(submitter) ? undefined : 'Somebody else signs first. Please come back later.';
};

interface Person {
  ip: string;
  ua: string;
}

const at = ({ now }: Sandbox): string => now().toISOString();

const kept = (sandbox: Sandbox, submission: Submission, submitter: Submitter, ...events: readonly string[]): void => {
  submitter.updated_at = at(sandbox);
  submission.updated_at = submitter.updated_at;
  sandbox.store.atomically(() => {
    sandbox.store.putSubmission(submission);
    for (const event of events)
      sandbox.announce(event, submission, event.startsWith('form.') ? { submitterId: submitter.id } : {});
  });
};

/** The page was opened: announced every time. */
export const viewed = (sandbox: Sandbox, submission: Submission, submitter: Submitter, { ip, ua }: Person): void => {
  submitter.opened_at = at(sandbox);
  Object.assign(submitter, { ip, ua });
  addEvent(sandbox, submission, 'view_form', submitter);
  kept(sandbox, submission, submitter, 'form.viewed');
};

export const started = (sandbox: Sandbox, submission: Submission, submitter: Submitter): void => {
  if (submitter.started_at) return;
  submitter.started_at = at(sandbox);
  addEvent(sandbox, submission, 'start_form', submitter);
  kept(sandbox, submission, submitter, 'form.started');
};

export const declined = (sandbox: Sandbox, submission: Submission, submitter: Submitter, reason: string): void => {
  submitter.declined_at = at(sandbox);
  submitter.decline_reason = reason;
  addEvent(sandbox, submission, 'decline_form', submitter, { reason });
  kept(sandbox, submission, submitter, 'form.declined');
};

/** Ends the time to sign now. */
export const expired = (sandbox: Sandbox, submission: Submission): void => {
  submission.expire_at = at(sandbox);
  sandbox.store.atomically(() => {
    sandbox.store.putSubmission(submission);
    sandbox.announce('submission.expired', submission);
  });
};

/** What the papers and the audit log look like now that everybody has signed. */
const signedPapers = async (sandbox: Sandbox, submission: Submission): Promise<Submission['signed']> => {
  const { store } = sandbox;
  const documents = [];
  for (const paper of submission.documents) {
    const bytes = await filledPaper(sandbox, submission, paper);
    documents.push({ uuid: randomUUID(), name: paper.name, file: store.addFile(`${paper.name}.pdf`, bytes) });
  }
  return { documents, audit: store.addFile('audit-log.pdf', await auditPdf(submission)) };
};

/** Somebody has signed: the next is invited, or the papers are made. Answers the fields that are still to be filled in. */
export const completed = async (
  sandbox: Sandbox,
  submission: Submission,
  submitter: Submitter,
  values: Record<string, string>,
): Promise<string[]> => {
  const own = submission.fields.filter(({ submitter_uuid }) => submitter_uuid === submitter.uuid);
  const given: Record<string, string> = { ...submitter.values };
  for (const { name, type } of own) {
    const value = values[name];
    if (value !== undefined && !submitter.readonly.includes(name)) given[name] = value;
    if (type === 'date') given[name] ??= at(sandbox).slice(0, 10);
  }
  const lacking = own.filter(({ name, required }) => required && !given[name]).map(({ name }) => name);
  if (lacking.length) return lacking;
  submitter.values = given;
  submitter.started_at ??= at(sandbox);
  submitter.completed_at = at(sandbox);
  addEvent(sandbox, submission, 'complete_form', submitter);
  const isWhole = submission.submitters.every((one) => one.completed_at || !signs(submission, one));
  if (isWhole) {
    submission.signed = await signedPapers(sandbox, submission);
    submission.completed_at = submitter.completed_at;
  } else inviteNext(sandbox, submission);
  kept(sandbox, submission, submitter, 'form.completed', ...(isWhole ? ['submission.completed'] : []));
  return [];
};
