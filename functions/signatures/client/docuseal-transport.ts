import { cut } from '#domain/shared/values/text.ts';
import { bytesOf, callPartner, errorBodyText, jsonOf } from '#functions/platform/adapters/partner-fetch.ts';
import {
  OutcomeUnknownError,
  type PartnerError,
  PermanentError,
  RetryableError,
  retryAfterOf,
} from '#functions/platform/store/partners/circuit.ts';

/** A DocuSeal that organizations may be connected to: its cloud in a region, or one that an operator allows. */
export interface SigningService {
  id: string;
  label: string;
  /** Where its API begins, without a trailing slash. */
  api: string;
  /** Names under which it serves files, besides that of its API; names below them count too. */
  hosts: readonly string[];
}

export interface Transport {
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, given?: Given): Promise<unknown>;
  file(url: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }>;
}
interface Given {
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

const maxAnswerSize = 8 * 1024 * 1024;
const maxFileSize = 40 * 1024 * 1024;
/** It says no number of its own. */
const busySeconds = 30;

const isLoopback = ({ hostname }: URL): boolean => hostname === '127.0.0.1';

/** Nobody but this service is asked, and in clear on the own machine alone. Throws for any other address. */
const assertOwn = (url: URL, { api, hosts }: SigningService): void => {
  const own = new URL(api);
  const named = [own.hostname, ...hosts].some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  const safe = url.protocol === 'https:' ? url.port === own.port : isLoopback(own) && url.origin === own.origin;
  if (!named || !safe || url.username || url.password) throw new PermanentError('address');
};

/** What a refusal says as JSON; nothing of one that is none, such as the page of a proxy. */
const refusalOf = (text: string): { error?: unknown; status?: unknown } => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

const failure = async (response: Response): Promise<PartnerError> => {
  const { status } = response;
  const reason = String(status);
  const retryAfterSeconds = retryAfterOf(response.headers.get('retry-after') ?? undefined, new Date());
  if (status === 429) return new RetryableError(reason, { retryAfterSeconds: retryAfterSeconds ?? busySeconds });
  const { error, status: missing } = refusalOf(await errorBodyText(response));
  // A key that was changed over there is put in anew by somebody: what was asked meanwhile waits for that.
  if (status === 401 || status === 403) return new RetryableError(reason);
  // DocuSeal says itself that it has no such thing. Any other 404 is a proxy's, or of an address that leads elsewhere:
  // taken for an answer it would void every envelope that is asked about.
  if (status === 404 && missing !== 404) return new OutcomeUnknownError(reason);
  const sentence = typeof error === 'string' ? cut(error, 300) : undefined;
  if (status >= 400 && status < 500) return new PermanentError(reason, { sentence });
  return new OutcomeUnknownError(reason, { retryAfterSeconds });
};

/**
 * Asks one account of a DocuSeal: JSON over https to that service's own names, no redirect, everything within `limitMs`.
 * Throws a PartnerError of one of the three kinds and nothing else.
 */
export const docusealTransport = (service: SigningService, key: string, limitMs: number): Transport => {
  const send = async (url: URL, init: RequestInit): Promise<Response> => {
    assertOwn(url, service);
    const response = await callPartner(url, init, limitMs);
    if (!response.ok) throw await failure(response);
    return response;
  };
  return {
    async call(method, path, { query = {}, body } = {}) {
      const url = new URL(service.api + path);
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value));
      const response = await send(url, {
        method,
        headers: { 'x-auth-token': key, 'content-type': 'application/json', 'user-agent': 'Stillwater' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return jsonOf(response, maxAnswerSize);
    },
    async file(address) {
      const response = await send(new URL(address), { headers: { 'x-auth-token': key } });
      const bytes = await bytesOf(response, maxFileSize);
      return { bytes, type: response.headers.get('content-type') ?? '' };
    },
  };
};
