import { createHmac } from 'node:crypto';
import { presentForm, presentSubmission } from './api-views.ts';
import { type Submission, submissionStatus } from './model.ts';
import type { Sandbox } from './sandbox.ts';
import type { Delivery, Store } from './store.ts';

/** The value of `X-Docuseal-Signature` for a body sent at this instant. */
export const signatureOf = (secret: string, body: string, at: Date): string => {
  const seconds = Math.floor(at.getTime() / 1000);
  return `${seconds}.${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

const maxTries = 10;

/** What an announcement says now, which may be more than what happened when it was put into line. */
const bodyOf = (sandbox: Sandbox, delivery: Delivery, submission: Submission): string => {
  const { event_type, submitter_id, timestamp } = delivery;
  const submitter = submission.submitters.find(({ id }) => id === submitter_id);
  const data = submitter
    ? presentForm(sandbox, submission, submitter)
    : event_type === 'submission.archived'
      ? { id: submission.id, archived_at: submission.archived_at }
      : presentSubmission(sandbox, submission, false);
  return JSON.stringify({ event_type, timestamp, data });
};

export interface WebhookOptions {
  store: Store;
  now: () => Date;
  /** What a minute between two tries takes here, in milliseconds. */
  minuteMs: number;
}

/**
 * Sends announcements to the addresses of their accounts, each anew signed at every try, again after 2, 4, 8 … minutes until
 * it is taken. What was not taken when the sandbox ended goes on when it begins again.
 */
export const webhookSender = ({ store, now, minuteMs }: WebhookOptions, sandbox: () => Sandbox) => {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let closed = false;

  const sendOnce = async (delivery: Delivery): Promise<boolean> => {
    const webhook = store.account(delivery.account)?.webhook;
    const submission = store.submission(delivery.submission_id);
    if (!webhook || !submission) return true;
    // It was put into line when the day was set, which may have been moved or overtaken.
    if (delivery.event_type === 'submission.expired' && submissionStatus(submission, now()) !== 'expired') return true;
    const body = bodyOf(sandbox(), delivery, submission);
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'DocuSeal.com Webhook',
        'x-docuseal-signature': signatureOf(webhook.secret, body, now()),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    });
    await response.arrayBuffer();
    return response.status < 400;
  };

  const send = async (delivery: Delivery): Promise<void> => {
    const taken = await sendOnce(delivery).catch(() => false);
    const tries = delivery.tries + 1;
    if (taken || tries > maxTries) return store.removeDelivery(delivery.id);
    store.putDelivery({ ...delivery, tries, due: now().getTime() + 2 ** tries * minuteMs });
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const at = now().getTime();
      const due = store.deliveries().filter((one) => one.due <= at);
      if (closed || due.length === 0) break;
      due.sort((a, b) => a.id - b.id);
      for (const one of due) if (!closed) await send(one);
    }
    schedule();
  };
  const begin = (): void => {
    working = working.then(work).catch((error: Error) => {
      if (!closed) process.stderr.write(`DocuSeal webhooks: ${error.message}\n`);
    });
  };
  const schedule = (): void => {
    if (closed) return;
    clearTimeout(timer);
    const next = Math.min(...store.deliveries().map(({ due }) => due));
    if (Number.isFinite(next)) timer = setTimeout(begin, Math.max(0, Math.min(next - now().getTime(), 60_000))).unref();
  };

  return {
    announce(
      event_type: string,
      { id: submission_id, account }: { id: number; account: string },
      { submitterId, at = now() }: { submitterId?: number; at?: Date } = {},
    ): void {
      store.putDelivery({
        id: store.number('delivery', 1),
        ...{ account, event_type, submission_id, submitter_id: submitterId ?? null, tries: 0 },
        timestamp: at.toISOString(),
        due: at.getTime(),
      });
      schedule();
    },
    /** Looks at once for what is due, and settles when it was sent. */
    async flush(): Promise<void> {
      begin();
      await working;
    },
    begin: schedule,
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await working;
    },
  };
};
