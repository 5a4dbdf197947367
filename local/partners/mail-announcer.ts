import type { MailboxStore, StoredMail } from './mailbox-store.ts';

/** The event SES puts on the bus for a mail that it accepted. */
export interface EmailSent {
  source: 'aws.ses';
  'detail-type': 'Email Sent';
  detail: {
    eventType: 'Send';
    mail: { messageId: string; tags: Record<string, string[]>; destination: string[] };
  };
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

/** Reports stored mails at least once, oldest first; what fails is tried again, at the latest by the next start. */
export class MailAnnouncer {
  readonly #store: MailboxStore;
  readonly #announce: (envelope: EmailSent) => Promise<void>;
  #pass: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;

  constructor(store: MailboxStore, announce: (envelope: EmailSent) => Promise<void>) {
    this.#store = store;
    this.#announce = announce;
  }

  /** Call after storing a mail, and once at the start. */
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
    let failures = 0;
    for (const mail of this.#store.unannounced()) {
      if (this.#closed) return;
      if (!(await this.#report(mail))) failures += 1;
    }
    this.#retryMs = failures > 0 ? Math.min(this.#retryMs * 2, LONGEST_RETRY_MS) : FIRST_RETRY_MS;
    if (failures > 0 && !this.#closed) this.#retry = setTimeout(() => this.wake(), this.#retryMs).unref();
  }

  async #report(mail: StoredMail): Promise<boolean> {
    const tags = Object.fromEntries(Object.entries(mail.tags).map(([name, value]) => [name, [value]]));
    try {
      await this.#announce({
        source: 'aws.ses',
        'detail-type': 'Email Sent',
        detail: { eventType: 'Send', mail: { messageId: mail.id, tags, destination: mail.to } },
      });
    } catch (error) {
      process.stderr.write(`Mailbox: mail ${mail.id} is not announced yet: ${String(error)}\n`);
      return false;
    }
    this.#store.markAnnounced(mail.id);
    return true;
  }
}
