import { cut } from '#domain/shared/values/text.ts';
import { bytesOf, callPartner, errorBodyText, jsonOf } from '#functions/platform/adapters/partner-fetch.ts';
import {
  OutcomeUnknownError,
  type PartnerError,
  PermanentError,
  RetryableError,
  retryAfterOf,
} from '#functions/platform/store/partners/circuit.ts';

/** A DocuSeal that organizations may connect: its cloud in a region, or one that the operator allows. */
export interface SigningService {
  id: string;
  label: string;
  /** Base address of its API, without a trailing slash. */
  api: string;
  /** Further host names of its files, including their subdomains. */
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
/** DocuSeal sends no Retry-After header. */
const busySeconds = 30;

const isLoopback = ({ hostname }: URL): boolean => hostname === '127.0.0.1';

/** Throws for an address of another service, and for http except to this machine. */
const assertOwn = (url: URL, { api, hosts }: SigningService): void => {
  const own = new URL(api);
  const named = [own.hostname, ...hosts].some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  const safe = url.protocol === 'https:' ? url.port === own.port : isLoopback(own) && url.origin === own.origin;
  if (!named || !safe || url.username || url.password) throw new PermanentError('address');
};

/** Returns the JSON of an error; {} for anything else, such as a proxy's page. */
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
  // The user enters a new key after it changed at DocuSeal, so requests wait.
  if (status === 401 || status === 403) return new RetryableError(reason);
  // DocuSeal's own 404 repeats the status in its body. Another 404 is a proxy's or a wrong address's, and would void
  // every envelope if it were trusted.
  if (status === 404 && missing !== 404) return new OutcomeUnknownError(reason);
  const sentence = typeof error === 'string' ? cut(error, 300) : undefined;
  if (status >= 400 && status < 500) return new PermanentError(reason, { sentence });
  return new OutcomeUnknownError(reason, { retryAfterSeconds });
};

/** Calls the API of one account, without redirects and within `limitMs`. Throws only a PartnerError. */
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
