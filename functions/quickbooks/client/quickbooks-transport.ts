import { cut } from '#domain/shared/values/text.ts';
import { callPartner, errorBodyText, jsonOf } from '#functions/platform/adapters/partner-fetch.ts';
import {
  OutcomeUnknownError,
  type PartnerError,
  PermanentError,
  RetryableError,
  retryAfterOf,
} from '#functions/platform/store/partners/circuit.ts';

/** `used` is a rejected token, so that another is returned. */
export type AccessTokens = (used?: string) => Promise<string>;

export interface QuickBooksApi {
  /** Base URL of the Accounting API, without a trailing slash. */
  api: string;
  limitMs: number;
  pace?: () => Promise<void>;
}

export interface CompanyTransport {
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
  const retryAfterSeconds = retryAfterOf(response.headers.get('retry-after') ?? undefined, new Date());
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

/**
 * Calls one company's Accounting API without redirects, and replaces a rejected token once. Throws a PartnerError with
 * QuickBooks' code as message and its text as sentence.
 */
export const companyTransport = (
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
