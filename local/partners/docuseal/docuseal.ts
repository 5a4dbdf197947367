import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Running, readBody } from '#local/aws/http-listener.ts';
import { startFakePartner } from '#local/partners/fake-partner.ts';
import { Refused } from './answers.ts';
import { apiCalls } from './api-calls.ts';
import { type DemoAccount, prepareAccount } from './demo-accounts-setup.ts';
import { Faults } from './faults.ts';
import { type Account, type Submission, submissionStatus } from './model.ts';
import type { Mail, Sandbox } from './sandbox.ts';
import { sandboxPages } from './site.ts';
import { openStore, type Store } from './store.ts';
import { webhookSender } from './webhooks.ts';

/** A paper of some pages with base64 around it. */
const maxBodySize = 30 * 1024 * 1024;

export interface DocuSealOptions {
  port: number;
  /** Holds `docuseal.sqlite`. */
  dataDir: string;
  /** Accounts that are there from the start, with templates. */
  accounts?: readonly DemoAccount[];
  mail?: Mail;
  now?: () => Date;
  /** What a minute between two tries of an announcement takes. */
  minuteMs?: number;
  /** How long the address of a file holds. */
  fileSeconds?: number;
}

export interface RunningDocuSeal extends Running {
  faults: Faults;
  /** For tests: what was asked, newest last. */
  asked: { method: string; path: string; body: unknown }[];
  submissions(): Submission[];
  /** Puts a webhook into an account. */
  connect(key: string, webhook: Account['webhook']): void;
  setPro(key: string, pro: boolean): void;
  /** Sends at once what is to be announced. */
  flush(): Promise<void>;
  waiting(): number;
}

/**
 * Plays DocuSeal: its API for one account per key, signing pages, files with addresses that end, announcements that are
 * signed and tried again. Everything is kept in `dataDir`. No line of it is DocuSeal's: it follows what is published of its
 * API and what its webhooks and statuses were seen to do.
 */
export async function startDocuSeal(options: DocuSealOptions): Promise<RunningDocuSeal> {
  const { now = () => new Date(), minuteMs = 1_000, fileSeconds = 40 * 60, mail = async () => {} } = options;
  const store = openStore(options.dataDir);
  const faults = Faults.parse({});
  const asked: RunningDocuSeal['asked'] = [];
  const webhooks = webhookSender({ store, now, minuteMs }, () => sandbox);
  const running = await startFakePartner({ name: 'DocuSeal', port: options.port }, serve);
  const fileSecret = randomBytes(32).toString('hex');
  const announce = webhooks.announce;
  const sandbox: Sandbox = { store, now, faults, url: running.url, fileSecret, fileSeconds, announce, mail };
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
    asked.push({ method, path: pathname, body });
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
    asked,
    submissions: () => store.submissions(),
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

/** Announcements to come, but for those of days that are far. */
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
