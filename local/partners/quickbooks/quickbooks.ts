import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseMoney, toDollars } from '#domain/shared/values/money.ts';
import { type Running, readBody } from '#local/aws/http-listener.ts';
import {
  type App,
  answerHtml,
  answerRedirect,
  answerStyles,
  consentPolicy,
  OAuthRefusal,
  startFakePartner,
} from '#local/partners/fake-partner.ts';
import { serve } from './company-api.ts';
import { authorizeRequest, Faults, Limits, type OAuthClients, openTokens, type Tokens } from './oauth.ts';
import { renderCompanies, renderCompany, renderConsent, renderProblem } from './page.ts';
import { type Change, end, write } from './records.ts';
import { answerJson, answerRefusal, Fault, timeOf } from './reports.ts';
import { type EntityType, openStore, type Store } from './store.ts';

interface Notice extends Change {
  realm: string;
  at: string;
  notice: string;
}

interface WebhookTarget {
  url: string;
  verifierToken: string;
}

const words = { Create: 'created', Update: 'updated', Delete: 'deleted', Void: 'voided' } as const;
/** Retry delays, shortened from QuickBooks' 10 s, 20 s, 30 s, 5 min …. */
const triesAfterMs = [1_000, 5_000, 20_000, 60_000];

const openWebhooks = (target: () => WebhookTarget | undefined, now: () => Date) => {
  let waiting: Notice[] = [];
  let flushing = false;
  const timers = new Set<NodeJS.Timeout>();

  const bodyOf = (notices: readonly Notice[]): unknown =>
    notices.map(({ notice, realm, type, id, operation, at }) => ({
      specversion: '1.0',
      id: notice,
      source: 'intuit.local',
      type: `qbo.${type.toLowerCase()}.${words[operation]}.v1`,
      datacontenttype: 'application/json',
      time: at,
      intuitentityid: id,
      intuitaccountid: realm,
      data: {},
    }));

  const deliver = async (notices: readonly Notice[], tries = 0): Promise<void> => {
    const to = target();
    if (!to) return;
    const body = JSON.stringify(bodyOf(notices));
    const signature = createHmac('sha256', to.verifierToken).update(body).digest('base64');
    const headers = { 'content-type': 'application/json', 'intuit-signature': signature };
    const answer = await fetch(to.url, { method: 'POST', headers, body, signal: AbortSignal.timeout(3000) }).catch(
      () => undefined,
    );
    const wait = triesAfterMs[tries];
    if (answer?.ok || wait === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void deliver(notices, tries + 1);
    }, wait);
    timer.unref();
    timers.add(timer);
  };

  const flush = async (): Promise<void> => {
    // Changes of one call or tick are sent together.
    await new Promise((resolve) => setImmediate(resolve));
    const batch = waiting;
    waiting = [];
    flushing = false;
    if (batch.length) await deliver(batch);
  };

  return {
    changed: (realm: string, change: Change): void => {
      if (!target()) return;
      waiting.push({ ...change, realm, at: now().toISOString(), notice: randomUUID() });
      if (flushing) return;
      flushing = true;
      void flush();
    },
    close: (): void => {
      waiting = [];
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
type Webhooks = ReturnType<typeof openWebhooks>;

const accounts: [name: string, type: string, subType: string, classification: string, number?: string][] = [
  ['Checking', 'Bank', 'Checking', 'Asset', '1000'],
  ['Savings', 'Bank', 'Savings', 'Asset', '1010'],
  ['Accounts Receivable (A/R)', 'Accounts Receivable', 'AccountsReceivable', 'Asset', '1100'],
  ['Undeposited Funds', 'Other Current Asset', 'UndepositedFunds', 'Asset', '1200'],
  ['Inventory Asset', 'Other Current Asset', 'Inventory', 'Asset', '1300'],
  ['Accounts Payable (A/P)', 'Accounts Payable', 'AccountsPayable', 'Liability', '2000'],
  ['Sales Tax Payable', 'Other Current Liability', 'SalesTaxPayable', 'Liability', '2100'],
  ['Cash Advances Payable', 'Other Current Liability', 'OtherCurrentLiabilities', 'Liability', '2200'],
  ['Opening Balance Equity', 'Equity', 'OpeningBalanceEquity', 'Equity', '3000'],
  ['Services', 'Income', 'ServiceFeeIncome', 'Revenue', '4000'],
  ['Merchandise Sales', 'Income', 'SalesOfProductIncome', 'Revenue', '4100'],
  ['Discounts given', 'Income', 'DiscountsRefundsGiven', 'Revenue', '4900'],
  ['Cost of Goods Sold', 'Cost of Goods Sold', 'SuppliesMaterialsCogs', 'Expense', '5000'],
  ['Office Expenses', 'Expense', 'OfficeGeneralAdministrativeExpenses', 'Expense', '6000'],
];

/** Creates a company with its chart of accounts, payment methods and tax codes. Idempotent by its number. */
export const createCompany = (store: Store, realm: string, name: string, now: Date): void => {
  if (store.company(realm)) return;
  const time = timeOf(now);
  const add = (type: EntityType, values: Record<string, unknown>, id = store.nextId(realm)): void =>
    store.putEntity(realm, type, {
      ...values,
      Active: true,
      Id: id,
      SyncToken: '0',
      MetaData: { CreateTime: time, LastUpdatedTime: time },
    });
  store.atomically(() => {
    store.putCompany({ realm, name, booksClosedTo: null });
    for (const [Name, AccountType, AccountSubType, Classification, AcctNum] of accounts)
      add('Account', { Name, AccountType, AccountSubType, Classification, AcctNum, SubAccount: false });
    for (const Name of ['Cash', 'Check']) add('PaymentMethod', { Name, Type: 'NON_CREDIT_CARD' });
    add('PaymentMethod', { Name: 'Visa', Type: 'CREDIT_CARD' });
    for (const code of ['TAX', 'NON']) add('TaxCode', { Name: code }, code);
    const income = store.entities(realm, 'Account').find(({ Name }) => Name === 'Services');
    for (const Name of ['Services', 'Hours'])
      add('Item', { Name, Type: 'Service', IncomeAccountRef: { value: income?.Id, name: 'Services' }, Taxable: false });
    add('Vendor', { DisplayName: 'Miami Casket Supply' });
  });
};

/** Counts each company's calls in the last second and minute; throws above the limits. */
const openThrottle = (limits: Limits, now: () => Date, seen: QuickBooks['seen']) => {
  const calls = new Map<string, number[]>();
  return (realm: string): void => {
    const at = now().getTime();
    const recent = (calls.get(realm) ?? []).filter((time) => time > at - 60_000);
    const second = recent.filter((time) => time > at - 1000).length;
    if (second < limits.perSecond && recent.length < limits.perMinute) return void calls.set(realm, [...recent, at]);
    seen.throttled += 1;
    throw new Fault('3001', 'ThrottleExceeded', 'message=ThrottleExceeded; errorCode=003001; statusCode=429', {
      status: 429,
      type: 'THROTTLE',
    });
  };
};

interface QuickBooksOptions {
  port: number;
  dataDir: string;
  app: App;
  companies: Readonly<Record<string, string>>;
  webhooks?: WebhookTarget;
  limits?: Partial<Limits>;
  now?: () => Date;
}

export interface QuickBooks extends Running {
  store: Store;
  faults: Faults;
  limits: Limits;
  seen: { calls: number; throttled: number; refreshes: number };
}

interface Parts extends OAuthClients {
  tokens: Tokens;
  webhooks: Webhooks;
  throttle: (realm: string) => void;
  seen: QuickBooks['seen'];
}

export async function startQuickBooks(options: QuickBooksOptions): Promise<QuickBooks> {
  const now = options.now ?? (() => new Date());
  const store = openStore(options.dataDir);
  for (const [realm, name] of Object.entries(options.companies)) createCompany(store, realm, name, now());
  const faults = Faults.parse({});
  const limits = Limits.parse(options.limits ?? {});
  const webhooks = openWebhooks(() => options.webhooks, now);
  const oauth: OAuthClients = { store, app: options.app, faults, limits, now };
  const seen = { calls: 0, throttled: 0, refreshes: 0 };
  const throttle = openThrottle(limits, now, seen);
  const parts: Parts = { ...oauth, tokens: openTokens(oauth), webhooks, throttle, seen };
  const refuse = (response: ServerResponse, error: unknown) => answerRefusal(response, error, now());
  const running = await startFakePartner(options.port, refuse, (request, response) => route(parts, request, response));
  const close = async (): Promise<void> => {
    webhooks.close();
    await running.close();
    store.close();
  };
  return { ...running, store, faults, limits, seen, close };
}

async function route(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  const body = (await readBody(request, 5_000_000)).toString('utf8');
  const company = /^\/v3\/company\/(\d+)\/(.+?)\/?$/.exec(url.pathname);
  if (company?.[1] && company[2])
    return api(parts, request, response, { realm: company[1], path: company[2], url, body });
  const call = `${request.method} ${url.pathname}`;
  const form = new URLSearchParams(body);
  if (call === 'POST /oauth2/v1/tokens/bearer') return token(parts, request, response, form);
  if (call === 'POST /v2/oauth2/tokens/revoke') {
    parts.tokens.revoke(request.headers.authorization, revoked(body));
    return void response.writeHead(200).end();
  }
  response.setHeader('content-security-policy', consentPolicy(parts.app.redirectUris));
  if (call === 'GET /connect/oauth2') return consent(parts, response, url.searchParams);
  if (call === 'POST /connect/oauth2') return answerConsent(parts, response, form);
  if (call === 'GET /sandbox.css') return answerStyles(response);
  if (call === 'GET /') return answerHtml(response, 200, renderCompanies(parts.store.companies()));
  return books(parts, response, call, form);
}

/** Accepts JSON, as documented, and a form, as in RFC 7009. */
const revoked = (body: string): string =>
  body.startsWith('{') ? String(JSON.parse(body).token ?? '') : (new URLSearchParams(body).get('token') ?? '');

function token(parts: Parts, request: IncomingMessage, response: ServerResponse, form: URLSearchParams) {
  response.setHeader('intuit_tid', randomUUID());
  if (parts.faults.tokenStatus) throw new OAuthRefusal('server_error', { status: parts.faults.tokenStatus });
  if (form.get('grant_type') === 'refresh_token') parts.seen.refreshes += 1;
  answerJson(response, 200, parts.tokens.token(request.headers.authorization, form));
}

function consent(parts: Parts, response: ServerResponse, query: URLSearchParams) {
  const authorization = authorizeRequest(parts, query);
  if (typeof authorization === 'string') return answerHtml(response, 400, renderProblem(authorization));
  answerHtml(response, 200, renderConsent(parts.store.companies(), query));
}

function answerConsent(parts: Parts, response: ServerResponse, form: URLSearchParams) {
  const authorization = authorizeRequest(parts, form);
  if (typeof authorization === 'string') return answerHtml(response, 400, renderProblem(authorization));
  const realm = form.get('realm') ?? '';
  const to = new URL(authorization.redirectUri);
  to.searchParams.set('state', authorization.state);
  if (form.get('answer') !== 'allow' || !parts.store.company(realm)) to.searchParams.set('error', 'access_denied');
  else {
    to.searchParams.set('code', parts.tokens.consented(realm, authorization.redirectUri));
    to.searchParams.set('realmId', realm);
  }
  answerRedirect(response, to.href);
}

async function api(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  { realm, path, url, body }: { realm: string; path: string; url: URL; body: string },
): Promise<void> {
  const { faults, seen } = parts;
  response.setHeader('intuit_tid', randomUUID());
  seen.calls += 1;
  if (faults.hang) return;
  if (faults.status) {
    if (faults.retryAfter !== null) response.setHeader('retry-after', String(faults.retryAfter));
    return void response
      .writeHead(faults.status, { 'content-type': 'text/html' })
      .end('<html>Service unavailable</html>');
  }
  parts.tokens.assertBearer(request.headers.authorization, realm);
  parts.throttle(realm);
  const served = serve(parts, { method: request.method ?? '', realm, path, query: url.searchParams, body });
  for (const change of served.changes) parts.webhooks.changed(realm, change);
  if (faults.loseAnswers > 0 && request.method === 'POST') {
    faults.loseAnswers -= 1;
    return void response.destroy();
  }
  answerJson(response, 200, served.answer);
}

function books(parts: Parts, response: ServerResponse, call: string, form: URLSearchParams) {
  const { store, now } = parts;
  const [, realm = '', rest = ''] = /^(?:GET|POST) \/companies\/(\d+)(\/.+)?$/.exec(call) ?? [];
  const company = store.company(realm);
  if (!company) return answerHtml(response, 404, renderProblem('There is no such page.'));
  if (!rest) return answerHtml(response, 200, renderCompany(store, company));
  if (rest === '/close') store.putCompany({ ...company, booksClosedTo: form.get('day') || null });
  const id = /^\/payments\/(\d+)$/.exec(rest)?.[1];
  const payment = id && store.entity(realm, 'Payment', id);
  try {
    if (payment) {
      const desk = { store, realm, now: now() };
      const amount = toDollars(parseMoney(form.get('dollars') ?? '') ?? 0);
      const body = { Id: payment.Id, SyncToken: payment.SyncToken };
      const { change } =
        form.get('do') === 'delete'
          ? end(desk, 'Payment', body, 'delete')
          : write(desk, 'Payment', { ...body, sparse: true, TotalAmt: amount });
      parts.webhooks.changed(realm, change);
    }
  } catch (error) {
    if (error instanceof Fault) return answerHtml(response, 400, renderProblem(error.detail));
    throw error;
  }
  answerRedirect(response, `/companies/${realm}`);
}
