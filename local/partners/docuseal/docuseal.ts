import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen, type Running, readBody } from '#local/aws/http-listener.ts';
import { invalid, missing, notYours, paged, Refused, read, UpdateSubmitter } from './answers.ts';
import { type DemoAccount, prepareAccount } from './demo-accounts.ts';
import { Faults, type Mail, presentSubmitter, presentUser, type Sandbox } from './sandbox.ts';
import { sandboxPages } from './site.ts';
import {
  type Account,
  type Delivery,
  openStore,
  type Store,
  type Submission,
  type Submitter,
  submissionStatus,
} from './store.ts';
import { invite, submissionCalls } from './submissions.ts';
import { templateCalls } from './templates.ts';

type Query = Record<string, string>;

const changeable = ({ completed_at }: Submission, submitter: Submitter): void => {
  if (completed_at || submitter.completed_at) throw invalid('Submitter has already completed the submission.');
  if (submitter.declined_at) throw invalid('Submitter has already declined the submission.');
};

const submitterCalls = (sandbox: Sandbox) => {
  const { store, now } = sandbox;
  const found = (account: Account, id: number) => {
    const hit = store.submitterAt((submitter) => submitter.id === id);
    if (!hit) throw missing();
    if (hit.submission.account !== account.key) throw notYours();
    return hit;
  };
  return {
    list(account: Account, query: Query) {
      const all = store
        .submissions(account.key)
        .flatMap((submission) =>
          submission.submitters.map((submitter) => ({ id: submitter.id, submission, one: submitter })),
        )
        .filter(({ one }) => !query.external_id || one.external_id === query.external_id)
        .sort((a, b) => b.id - a.id);
      return paged(all, query, ({ submission, one }) => presentSubmitter(sandbox, submission, one));
    },
    update(account: Account, id: number, body: unknown) {
      const { submission, submitter } = found(account, id);
      changeable(submission, submitter);
      const { send_email, ...changes } = read(UpdateSubmitter, body);
      Object.assign(submitter, changes, { updated_at: now().toISOString() });
      // Does not check whose turn it is.
      if (send_email) {
        submitter.send_email = true;
        invite(sandbox, submission, submitter);
      }
      store.putSubmission(submission);
      return presentSubmitter(sandbox, submission, submitter);
    },
  };
};

interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}
type Serve = (account: Account, asked: Asked, id: number) => unknown;

/** API calls by method and path; `{id}` is a whole number. */
const table = (sandbox: Sandbox): Record<string, Serve> => {
  const templates = templateCalls(sandbox);
  const submissions = submissionCalls(sandbox);
  const submitters = submitterCalls(sandbox);
  return {
    'GET /user': (account) => presentUser(account),
    'GET /templates': (account, { query }) => templates.list(account, query),
    'GET /templates/{id}': (account, _, id) => templates.get(account, id),
    'POST /templates/html': (account, { body }) => templates.createFromHtml(account, body),
    'PUT /templates/{id}': (account, { body }, id) => templates.update(account, id, body),
    'GET /submissions': (account, { query }) => submissions.list(account, query),
    'POST /submissions/init': (account, { body }) => submissions.create(account, body),
    'POST /submissions/pdf': (account, { body }) => submissions.createFromPdf(account, body),
    'GET /submissions/{id}': (account, _, id) => submissions.get(account, id),
    'DELETE /submissions/{id}': (account, _, id) => submissions.remove(account, id),
    'GET /submitters': (account, { query }) => submitters.list(account, query),
    'PUT /submitters/{id}': (account, { body }, id) => submitters.update(account, id, body),
  };
};

const apiCalls = (sandbox: Sandbox) => {
  const calls = table(sandbox);
  return (account: Account, request: Asked): unknown => {
    let id = 0;
    const pattern = request.path.replace(/\/(\d+)(?=\/|$)/, (_, found: string) => {
      id = Number(found);
      return '/{id}';
    });
    const serve = calls[`${request.method} ${pattern}`];
    if (!serve) throw missing();
    return serve(account, request, id);
  };
};

/** Returns the `X-Docuseal-Signature` of a body sent at this instant. */
export const signatureOf = (secret: string, body: string, at: Date): string => {
  const seconds = Math.floor(at.getTime() / 1000);
  return `${seconds}.${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

const maxTries = 10;

interface WebhookOptions {
  store: Store;
  now: () => Date;
  minuteMs: number;
}

/**
 * Sends webhooks to their accounts' URLs, signed again on each attempt, retried after 2, 4, 8 … minutes until accepted.
 * Undelivered ones continue after a restart.
 */
const webhookSender = ({ store, now, minuteMs }: WebhookOptions) => {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let closed = false;

  const sendOnce = async (delivery: Delivery): Promise<boolean> => {
    const webhook = store.account(delivery.account)?.webhook;
    const submission = store.submission(delivery.submission_id);
    if (!webhook || !submission) return true;
    // It was queued when the deadline was set, which may have moved or passed.
    if (delivery.event_type === 'submission.expired' && submissionStatus(submission, now()) !== 'expired') return true;
    const { event_type, submission_id, submitter_id, timestamp } = delivery;
    const data = submitter_id === null ? { id: submission_id } : { id: submitter_id, submission_id };
    const body = JSON.stringify({ event_type, timestamp, data });
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
    if (taken || tries > maxTries) return store.removeDelivery(delivery);
    store.putDelivery({ ...delivery, tries, due: now().getTime() + 2 ** tries * minuteMs });
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const at = now().getTime();
      const due = store.deliveries().filter((delivery) => delivery.due <= at);
      if (closed || due.length === 0) break;
      due.sort((a, b) => a.id - b.id);
      for (const delivery of due) if (!closed) await send(delivery);
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
        account,
        event_type,
        submission_id,
        submitter_id: submitterId ?? null,
        tries: 0,
        timestamp: at.toISOString(),
        due: at.getTime(),
      });
      schedule();
    },
    /** Sends due webhooks at once and resolves when done. */
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

/** A document of several pages in base64. */
const maxBodySize = 30 * 1024 * 1024;

export interface DocuSealOptions {
  port: number;
  dataDir: string;
  accounts?: readonly DemoAccount[];
  mail?: Mail;
  now?: () => Date;
  /** Simulated minute between webhook attempts, in milliseconds. */
  minuteMs?: number;
}

export interface RunningDocuSeal extends Running {
  faults: Faults;
  asked: { method: string; path: string; body: unknown }[];
  submissions(): Submission[];
  /** Creates an account with templates. */
  addAccount(account: DemoAccount): Promise<void>;
  connect(key: string, webhook: Account['webhook']): void;
  setPro(key: string, pro: boolean): void;
  flush(): Promise<void>;
  waiting(): number;
}

/**
 * Plays DocuSeal: its API with one account per key, signing pages, temporary file URLs, signed and retried webhooks.
 * Everything is stored in `dataDir`. It contains no DocuSeal code: it follows the published API and observed webhooks
 * and statuses.
 */
export async function startDocuSeal(options: DocuSealOptions): Promise<RunningDocuSeal> {
  const { now = () => new Date(), minuteMs = 1_000, mail = async () => {} } = options;
  const store = openStore(options.dataDir);
  const faults = Faults.parse({});
  const requests: RunningDocuSeal['asked'] = [];
  const webhooks = webhookSender({ store, now, minuteMs });
  const running = await listen(serve, options.port);
  const fileSecret = randomBytes(32).toString('hex');
  const announce = webhooks.announce;
  const sandbox: Sandbox = { store, now, faults, url: running.url, fileSecret, announce, mail };
  for (const account of options.accounts ?? []) await prepareAccount(sandbox, account);
  const pages = sandboxPages(sandbox);
  const calls = apiCalls(sandbox);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', running.url);
    const bytes = await readBody(request, maxBodySize);
    if (await pages(request, response, pathname, bytes)) return;
    const query = Object.fromEntries(searchParams);
    const body = bytes.length ? parsed(bytes) : {};
    const method = request.method ?? 'GET';
    requests.push({ method, path: pathname, body });
    const key = request.headers['x-auth-token']?.toString();
    const isMeant = faults.account === null || faults.account === key;
    if (faults.hang && isMeant) return;
    if (faults.status !== null && isMeant) {
      if (faults.retryAfter !== null) response.setHeader('retry-after', String(faults.retryAfter));
      return answer(response, faults.status, { error: faults.status === 429 ? 'Too many requests' : 'On purpose' });
    }
    const account = store.account(key);
    if (!account) return answer(response, 401, { error: 'Not authenticated' });
    if (body === undefined) return answer(response, 422, { error: 'JSON parse error' });
    try {
      const result = await calls(account, { method, path: pathname, query, body });
      if (method !== 'GET' && faults.loseAnswers > 0 && isMeant) {
        faults.loseAnswers--;
        return void response.destroy();
      }
      answer(response, 200, result);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      answer(response, error.status, error.body);
    }
  }

  webhooks.begin();
  const change = (key: string, to: Partial<Account>): void => {
    const account = store.account(key);
    if (!account) throw new Error(`no account has the key ${key}`);
    store.putAccount({ ...account, ...to });
  };
  return {
    ...running,
    faults,
    asked: requests,
    submissions: () => store.submissions(),
    addAccount: (account) => prepareAccount(sandbox, account),
    connect: (key, webhook) => change(key, { webhook }),
    setPro: (key, pro) => change(key, { pro }),
    flush: () => webhooks.flush(),
    waiting: () => pending(store, now()),
    async close() {
      await webhooks.close();
      await running.close();
      store.close();
    },
  };
}

/** Returns the number of queued webhooks, without those of distant days. */
const pending = (store: Store, now: Date): number =>
  store.deliveries().filter(({ event_type, submission_id }) => {
    const submission = store.submission(submission_id);
    return event_type !== 'submission.expired' || (submission && submissionStatus(submission, now) === 'expired');
  }).length;

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
