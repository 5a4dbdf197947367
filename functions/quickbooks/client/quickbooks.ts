import * as z from 'zod';
import {
  CompanyInfo,
  type QuickBooksBodies,
  type QuickBooksRecord,
  type QuickBooksType,
  quickBooksRecords,
  type SentType,
} from '#domain/quickbooks/quickbooks-records.ts';
import { cut } from '#domain/shared/values/text.ts';
import {
  callPartner,
  errorBodyText,
  jsonOf,
  parsedAnswer,
  retryAfterIn,
} from '#functions/platform/adapters/partner-fetch.ts';
import {
  OutcomeUnknownError,
  type PartnerError,
  PermanentError,
  RetryableError,
} from '#functions/platform/store/partners/circuit.ts';

/** `used` is a rejected token, so that another is returned. */
export type AccessTokens = (used?: string) => Promise<string>;

interface QuickBooksApi {
  /** Base URL of the Accounting API, without a trailing slash. */
  api: string;
  limitMs: number;
  pace?: () => Promise<void>;
}

interface CompanyTransport {
  get(path: string, query?: Record<string, string>): Promise<unknown>;
  /** QuickBooks performs each request id once. */
  post(path: string, body: unknown, query: Record<string, string> & { requestid: string }): Promise<unknown>;
}

const minorVersion = '75';
const maxAnswerSize = 20 * 1024 * 1024;
/** QuickBooks' wait after a 429 without a time. */
const throttledSeconds = 60;
/** Problems that a user must fix in QuickBooks or the app's settings are not retried every few seconds. */
const notLetInSeconds = 900;

interface FaultEntry {
  code: string;
  detail: string;
}

/** Returns the first error: `Fault.Error[]` of the API or `fault.error[]` of the gateway. */
const faultOf = (text: string): FaultEntry | undefined => {
  try {
    const answer = JSON.parse(text);
    const [first] = answer.Fault?.Error ?? answer.fault?.error ?? [];
    const code = String(first?.code ?? '').replace(/^0+(?=\d)/, '');
    const detail = cut(String(first?.Detail ?? first?.detail ?? first?.Message ?? ''), 300);
    return /^\d{1,6}$/.test(code) ? { code, detail } : undefined;
  } catch {
    return undefined;
  }
};

/** Codes about the connection or company, not the request. */
const aboutUs = new Set(['120', '3100', '3200', '6190']);

const failure = async (response: Response): Promise<PartnerError> => {
  const { status } = response;
  const retryAfterSeconds = retryAfterIn(response);
  if (status === 429) return new RetryableError('429', { retryAfterSeconds: retryAfterSeconds ?? throttledSeconds });
  const fault = faultOf(await errorBodyText(response));
  const code = fault?.code ?? String(status);
  const sentence = fault?.detail;
  if (status === 401 || status === 403 || aboutUs.has(code))
    return new RetryableError(code, { retryAfterSeconds: notLetInSeconds, sentence });
  // Both codes mean busy; the second has a status of its own.
  if (code === '3001') return new RetryableError(code, { retryAfterSeconds: throttledSeconds });
  if (status >= 400 && status < 500) return new PermanentError(code, { sentence });
  return new OutcomeUnknownError(code, { retryAfterSeconds });
};

/** Calls one company's API and replaces a rejected token once; throws a PartnerError with QuickBooks' code. */
const companyTransport = (
  { api, limitMs, pace }: QuickBooksApi,
  realmId: string,
  tokens: AccessTokens,
): CompanyTransport => {
  const ask = async (url: URL, init: RequestInit, token: string): Promise<Response> => {
    await pace?.();
    const headers = { ...init.headers, authorization: `Bearer ${token}`, accept: 'application/json' };
    return callPartner(url, { ...init, headers }, limitMs);
  };
  const send = async (path: string, query: Record<string, string>, init: RequestInit): Promise<unknown> => {
    const url = new URL(`${api}/v3/company/${encodeURIComponent(realmId)}/${path}`);
    for (const [name, value] of Object.entries({ ...query, minorversion: minorVersion }))
      url.searchParams.set(name, value);
    const token = await tokens();
    let response = await ask(url, init, token);
    if (response.status === 401) response = await ask(url, init, await tokens(token));
    if (!response.ok) throw await failure(response);
    return jsonOf(response, maxAnswerSize);
  };
  return {
    get: (path, query = {}) => send(path, query, { method: 'GET' }),
    post: (path, body, query) =>
      send(path, query, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
};

/** An update must name the record's revision. */
export interface RecordRevision {
  Id: string;
  SyncToken: string;
}

/** The name or number is taken; the caller checks by which record. */
export const duplicateCodes: ReadonlySet<string> = new Set(['6240', '6140']);
const stale = '5010';
const triesOfStale = 3;
const pageSize = 1000;
const maxPages = 10;

/** QuickBooks answers a repeated request id with the first response. Throws a PartnerError with QuickBooks' code. */
export const quickBooksCompany = (settings: QuickBooksApi, realmId: string, tokens: AccessTokens) => {
  const { get, post } = companyTransport(settings, realmId, tokens);
  const readRecord = <T extends QuickBooksType>(type: T, answer: unknown): QuickBooksRecord<T> =>
    parsedAnswer(quickBooksRecords[type], (answer as Record<string, unknown> | null)?.[type]) as QuickBooksRecord<T>;
  const path = (type: QuickBooksType): string => type.toLowerCase();

  const company = {
    realmId,
    async info(): Promise<CompanyInfo> {
      return parsedAnswer(z.object({ CompanyInfo }), await get(`companyinfo/${encodeURIComponent(realmId)}`))
        .CompanyInfo;
    },
    read: async <T extends QuickBooksType>(type: T, id: string): Promise<QuickBooksRecord<T> | undefined> => {
      try {
        return readRecord(type, await get(`${path(type)}/${encodeURIComponent(id)}`));
      } catch (error) {
        if (error instanceof PermanentError && error.message === '610') return undefined;
        throw error;
      }
    },
    /** Returns a page of records for `where` (query language; `''` for all), starting at position 1. */
    async page<T extends QuickBooksType>(type: T, where: string, from = 1, most = pageSize, order = 'Id') {
      const query = `SELECT * FROM ${type}${where && ` WHERE ${where}`} ORDERBY ${order} STARTPOSITION ${from} MAXRESULTS ${most}`;
      const { QueryResponse } = parsedAnswer(
        z.object({ QueryResponse: z.record(z.string(), z.unknown()) }),
        await get('query', { query }),
      );
      return parsedAnswer(z.array(quickBooksRecords[type]), QueryResponse[type] ?? []) as QuickBooksRecord<T>[];
    },
    async all<T extends QuickBooksType>(type: T, where = ''): Promise<QuickBooksRecord<T>[]> {
      const found: QuickBooksRecord<T>[] = [];
      for (let pages = 0; pages < maxPages; pages += 1) {
        const page = await company.page(type, where, found.length + 1);
        found.push(...page);
        if (page.length < pageSize) return found;
      }
      throw new OutcomeUnknownError('pages');
    },
    async count(type: QuickBooksType, where: string): Promise<number> {
      const query = `SELECT count(*) FROM ${type}${where && ` WHERE ${where}`}`;
      const Counted = z.object({ QueryResponse: z.object({ totalCount: z.number().default(0) }) });
      return parsedAnswer(Counted, await get('query', { query })).QueryResponse.totalCount;
    },
    create: async <T extends SentType>(type: T, body: QuickBooksBodies[T], requestid: string) =>
      readRecord(type, await post(path(type), body, { requestid })),
    /** Changes the fields in `body`; after a conflict again, unless `assertMayUpdate` rejects the new state. */
    async update<T extends SentType>(
      type: T,
      revision: RecordRevision,
      body: Partial<QuickBooksBodies[T]>,
      requestid: string,
      assertMayUpdate: (current: QuickBooksRecord<T>) => void = () => {},
    ): Promise<QuickBooksRecord<T>> {
      let { Id, SyncToken } = revision;
      for (let tries = 1; ; tries += 1) {
        try {
          // Another revision is another request: the first response would be repeated.
          const id = tries === 1 ? requestid : cut(`${requestid}-${SyncToken}`, 50);
          return readRecord(type, await post(path(type), { ...body, Id, SyncToken, sparse: true }, { requestid: id }));
        } catch (error) {
          if (!(error instanceof PermanentError) || error.message !== stale || tries === triesOfStale) throw error;
          const current = await company.read(type, Id);
          if (!current) throw new PermanentError('610');
          assertMayUpdate(current);
          SyncToken = current.SyncToken;
        }
      }
    },
    /** Removes the amounts of an invoice or payment; the record stays. */
    async void<T extends 'Invoice' | 'Payment'>(type: T, { Id, SyncToken }: RecordRevision, requestid: string) {
      const how: Record<string, string> =
        type === 'Payment' ? { operation: 'update', include: 'void' } : { operation: 'void' };
      const body = { Id, SyncToken, ...(type === 'Payment' && { sparse: true }) };
      return readRecord(type, await post(path(type), body, { ...how, requestid }));
    },
    report: (name: 'ProfitAndLoss' | 'AgedReceivables', query: Record<string, string>): Promise<unknown> =>
      get(`reports/${name}`, query),
  };
  return company;
};
export type QuickBooksCompany = ReturnType<typeof quickBooksCompany>;
