import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { listen, type Running, readBody } from '#local/aws/http-listener.ts';
import { MAILBOX_STYLES, renderFramedHtml, renderMailbox } from './mailbox-page.ts';
import { bareAddress, MailboxStore, type StoredMail } from './mailbox-store.ts';
import { parseSendEmail, readJson } from './ses-request.ts';

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
class MailAnnouncer {
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

export type { StoredMail } from './mailbox-store.ts';

interface MailboxErrors {
  /** This many next sends return 500 and are not stored. */
  failNext: number;
  delayMs: number;
  /** This many next sends are stored, and the connection is cut before the response. */
  dropAnswer: number;
  /**
   * SES account state. `unverified`: the sender is not verified yet. `sandbox`: a new account, which sends only from
   * and to verified addresses and domains.
   */
  account: 'production' | 'sandbox' | 'unverified';
  verified: string[];
}

interface MailboxOptions {
  port: number;
  dataDir: string;
  /** Publishes the event; called at least once per email, again after it throws. */
  announce(envelope: MailEvent): Promise<void>;
}

export interface Mailbox extends Running {
  mails(): StoredMail[];
  /** For emails outside SES, of the user pool and of the signing service; publishes no event. */
  deliver(from: string, mail: { to: string; subject: string; text: string; html?: string }): Promise<void>;
  faults: MailboxErrors;
}

const SHOWN_AT_ONCE = 200;
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
  "img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

const switchValue = z.int().min(0).max(600_000).optional();
const faultsInput = z.object({
  failNext: switchValue,
  delayMs: switchValue,
  dropAnswer: switchValue,
  account: z.enum(['production', 'sandbox', 'unverified']).optional(),
  verified: z.array(z.string()).optional(),
});

/** Plays Amazon SES v2 (`SendEmail`): stores every email, shows it on a page, publishes an event. */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const store = new MailboxStore(join(options.dataDir, 'mailbox.sqlite'));
  const announcer = new MailAnnouncer(store, (envelope) => options.announce(envelope));
  const faults: MailboxErrors = { failNext: 0, delayMs: 0, dropAnswer: 0, account: 'production', verified: [] };
  const running = await listen(
    (request, response) => route({ store, announcer, faults }, request, response),
    options.port,
  );
  announcer.wake();
  return {
    ...running,
    faults,
    mails: () => store.list(),
    deliver: async (from, { to, ...mail }) => {
      store.add({ from, to: [to], tags: {}, ...mail }, false);
    },
    close: async () => {
      await running.close();
      await announcer.close();
      store.close();
    },
  };
}

interface Parts {
  store: MailboxStore;
  announcer: MailAnnouncer;
  faults: MailboxErrors;
}

async function route(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-security-policy', PAGE_POLICY);
  const call = `${request.method} ${url.pathname}`;
  if (call === 'POST /v2/email/outbound-emails') return sendEmail(parts, request, response);
  if (call === 'POST /api/faults') return setErrors(parts.faults, request, response);
  if (call === 'GET /api/mails') return answerJson(response, 200, parts.store.list({ to: recipientOf(url) }));
  if (call === 'GET /mailbox.css') return answer(response, 200, 'text/css', MAILBOX_STYLES);
  if (call === 'GET /') return answer(response, 200, 'text/html', renderPage(parts.store, url));
  const framed = /^GET \/mails\/([0-9a-f-]+)\/html$/.exec(call);
  if (framed?.[1]) return answerMailHtml(parts.store, framed[1], response);
  answerJson(response, 404, { message: 'Not found' });
}

async function sendEmail({ store, announcer, faults }: Parts, request: IncomingMessage, response: ServerResponse) {
  const body = await readText(request);
  if (faults.delayMs > 0) await delay(faults.delayMs, undefined, { ref: false });
  if (faults.failNext > 0) {
    faults.failNext -= 1;
    return answerError(response, 500, 'InternalServiceErrorException', 'Switched on by a test');
  }
  const parsed = parseSendEmail(body);
  if ('problem' in parsed) return answerError(response, 400, 'BadRequestException', parsed.problem);
  const failing = unverifiedIn(parsed.mail, faults);
  if (failing.length > 0)
    return answerError(
      response,
      400,
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region US-EAST-1: ${failing.join(', ')}`,
    );
  const { id } = store.add(parsed.mail, true);
  if (faults.dropAnswer > 0) {
    faults.dropAnswer -= 1;
    response.destroy();
  } else {
    answerJson(response, 200, { MessageId: id });
  }
  announcer.wake();
}

/** Returns addresses that SES must verify before it accepts the email. */
function unverifiedIn({ from, to }: Pick<StoredMail, 'from' | 'to'>, { account, verified }: MailboxErrors): string[] {
  if (account === 'production') return [];
  const known = (address: string) =>
    verified.some((identity) => address === identity || address.endsWith(`@${identity}`));
  const sender = bareAddress(from);
  if (account === 'unverified') return [sender];
  return [...new Set([sender, ...to.map(bareAddress)])].filter((address) => !known(address));
}

async function setErrors(faults: MailboxErrors, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parsed = faultsInput.safeParse(readJson(await readText(request)));
  if (!parsed.success) return answerJson(response, 400, { message: z.prettifyError(parsed.error) });
  answerJson(response, 200, Object.assign(faults, parsed.data));
}

function renderPage(store: MailboxStore, url: URL): string {
  const to = bareAddress(recipientOf(url) ?? '');
  const mails = store.list({ to, limit: SHOWN_AT_ONCE });
  const open = store.find(url.searchParams.get('mail') ?? '');
  return renderMailbox({ mails, recipients: store.recipients(), to, open });
}

function answerMailHtml(store: MailboxStore, id: string, response: ServerResponse): void {
  const html = store.find(id)?.html;
  response.setHeader('content-security-policy', MAIL_POLICY);
  answer(response, html === undefined ? 404 : 200, 'text/html', renderFramedHtml(html ?? 'Not found'));
}

function recipientOf(url: URL): string | undefined {
  return url.searchParams.get('to') || undefined;
}

async function readText(request: IncomingMessage): Promise<string> {
  return (await readBody(request, 10_000_000)).toString('utf8');
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function answerError(response: ServerResponse, status: number, type: string, message: string): void {
  response.setHeader('x-amzn-errortype', type);
  answerJson(response, status, { message });
}
