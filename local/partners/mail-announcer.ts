import { bareAddress, type MailboxStore, type StoredMail } from './mailbox-store.ts';

interface AboutMail {
  messageId: string;
  tags: Record<string, string[]>;
  destination: string[];
}

/** An SES event for an accepted email, or for one that was then not delivered. */
export interface MailEvent {
  source: 'aws.ses';
  'detail-type': 'Email Sent' | 'Email Bounced' | 'Email Complaint Received';
  detail: { eventType: 'Send' | 'Bounce' | 'Complaint'; mail: AboutMail; bounce?: object; complaint?: object };
}

const eventOf = (
  type: MailEvent['detail-type'],
  eventType: MailEvent['detail']['eventType'],
  mail: AboutMail,
  more: object = {},
): MailEvent => ({ source: 'aws.ses', 'detail-type': type, detail: { eventType, mail, ...more } });

/** Events after an email to SES's mailbox simulator addresses. */
const simulated: Readonly<Record<string, (mail: AboutMail) => MailEvent>> = {
  'bounce@simulator.amazonses.com': (mail) =>
    eventOf('Email Bounced', 'Bounce', mail, { bounce: { bounceType: 'Permanent', bounceSubType: 'General' } }),
  'complaint@simulator.amazonses.com': (mail) =>
    eventOf('Email Complaint Received', 'Complaint', mail, { complaint: { complaintFeedbackType: 'abuse' } }),
};

const RETRY_MS = 1000;

/**
 * Publishes events of stored emails at least once, oldest first; failures are retried, at the latest at the next start.
 */
export class MailAnnouncer {
  readonly #store: MailboxStore;
  readonly #announce: (envelope: MailEvent) => Promise<void>;
  #pass: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(store: MailboxStore, announce: (envelope: MailEvent) => Promise<void>) {
    this.#store = store;
    this.#announce = announce;
  }

  /** Call after storing an email, and once at the start. */
  wake(): void {
    this.#again = true;
    if (this.#pass || this.#closed) return;
    clearTimeout(this.#retry);
    this.#pass = this.#run().finally(() => {
      this.#pass = undefined;
      if (this.#again) this.wake();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#pass;
  }

  async #run(): Promise<void> {
    this.#again = false;
    let failed = false;
    for (const mail of this.#store.unannounced()) {
      if (this.#closed) return;
      if (!(await this.#report(mail))) failed = true;
    }
    if (failed && !this.#closed) this.#retry = setTimeout(() => this.wake(), RETRY_MS).unref();
  }

  async #report(mail: StoredMail): Promise<boolean> {
    const tags = Object.fromEntries(Object.entries(mail.tags).map(([name, value]) => [name, [value]]));
    const about = { messageId: mail.id, tags, destination: mail.to };
    const after = mail.to.flatMap((to) => simulated[bareAddress(to)]?.(about) ?? []);
    try {
      for (const event of [eventOf('Email Sent', 'Send', about), ...after]) await this.#announce(event);
    } catch (error) {
      process.stderr.write(`Mailbox: mail ${mail.id} is not announced yet: ${String(error)}\n`);
      return false;
    }
    this.#store.markAnnounced(mail.id);
    return true;
  }
}
