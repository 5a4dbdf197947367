import { cut } from '#domain/shared/values/text.ts';
import { callPartner, errorBodyText, jsonOf } from '#functions/platform/adapters/partner-fetch.ts';
import {
  OutcomeUnknownError,
  type PartnerError,
  PermanentError,
  RetryableError,
  retryAfterOf,
} from '#functions/platform/store/partners/circuit.ts';

/** The access token of a company; `used` is one that was refused, so that another one is wanted. */
export type AccessTokens = (used?: string) => Promise<string>;

export interface QuickBooksSettings {
  /** Where the Accounting API begins, without a trailing slash. */
  api: string;
  /** How long one call may take. */
  limitMs: number;
  /** Waits until the company may be asked once more; it is asked at most so often. */
  pace?: () => Promise<void>;
}

export interface CompanyTransport {
  get(path: string, query?: Record<string, string>): Promise<unknown>;
  /** Changes something, under an id that QuickBooks does it once for. */
  post(path: string, body: unknown, query: Record<string, string> & { requestid: string }): Promise<unknown>;
}

const minorVersion = '75';
const maxAnswerSize = 20 * 1024 * 1024;
/** As QuickBooks asks for after a 429 that names no time. */
const throttledSeconds = 60;
/** What somebody has to mend over there, or in the settings of the app, is not asked for every few seconds. */
const notLetInSeconds = 900;

interface FaultEntry {
  code: string;
  detail: string;
}

/** The first fault of an answer: `Fault.Error[]` of the API, `fault.error[]` of the gateway before it; else nothing. */
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

/** Codes that are about the connection or the company, and not about what was asked. */
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
  // Both say that it is busy, the second under a status of its own.
  if (code === '3001') return new RetryableError(code, { retryAfterSeconds: throttledSeconds });
  if (status >= 400 && status < 500) return new PermanentError(code, { sentence });
  return new OutcomeUnknownError(code, { retryAfterSeconds });
};

/**
 * Asks one company's Accounting API: JSON, the minor version always named, no redirect. A token that is refused is asked
 * for anew, once. Throws a PartnerError whose message is QuickBooks' code and whose sentence is what it says of it.
 */
export const companyTransport = (
  { api, limitMs, pace }: QuickBooksSettings,
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
