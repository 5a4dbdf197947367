import { type Submission, type Submitter, signs, whoseTurn } from './model.ts';
import type { Sandbox } from './sandbox.ts';

export const addEvent = (
  { store, now }: Pick<Sandbox, 'store' | 'now'>,
  submission: Submission,
  event_type: string,
  submitter: Submitter | null,
  data: Record<string, unknown> = {},
): void => {
  submission.events.push({
    id: store.number('event', 1),
    submitter_id: submitter?.id ?? null,
    event_type,
    event_timestamp: now().toISOString(),
    data,
  });
};

/** Sends the invitation, unless nothing can be signed any more: then DocuSeal says nothing and does nothing. */
export const invite = (sandbox: Sandbox, submission: Submission, submitter: Submitter): void => {
  const { now, url, mail } = sandbox;
  if (!submitter.email || submission.archived_at) return;
  if (submission.expire_at && Date.parse(submission.expire_at) <= now().getTime()) return;
  submitter.sent_at ??= now().toISOString();
  addEvent(sandbox, submission, 'send_email', submitter);
  const what = submission.name ?? submission.documents.map(({ name }) => name).join(', ');
  const { subject, body } = submission.message ?? { body: '' };
  const link = `${url}/s/${submitter.slug}`;
  const text =
    body.replaceAll('{{submitter.link}}', link) ||
    `Hi ${submitter.name ?? ''},\n\nYou have been invited to sign “${what}”.\n\n${link}\n`;
  mail({ to: submitter.email, subject: subject ?? `You are invited to sign “${what}”`, text }).catch(() => {});
};

/** Invites those whose turn has come and who were not told yet. */
export const inviteNext = (sandbox: Sandbox, submission: Submission): void => {
  for (const one of whoseTurn(submission))
    if (signs(submission, one) && one.send_email && !one.sent_at) invite(sandbox, submission, one);
};
