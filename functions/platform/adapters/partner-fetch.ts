import type * as z from 'zod';
import { OutcomeUnknownError, RetryableError, retryAfterOf } from '#functions/platform/store/partners/circuit.ts';

/** Reads a body; throws and stops reading beyond `largest` bytes (S-36). */
export const readLimitedBody = async (response: Response, largest: number): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > largest) throw new Error(`an answer of more than ${largest} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};

/** The connection was never established, so the partner did nothing. */
const neverArrived = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

const codeOf = (error: unknown): string => {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
};

/** More than the open connections of one environment to a service. */
const tries = 4;

/** Lambda closes connections while a function is frozen, so the next request fails; it is retried at once. */
const fetchWithRetry = async (url: URL | string, init: RequestInit): Promise<Response> => {
  for (let tried = 1; ; tried++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (tried === tries || !(error instanceof TypeError)) throw error;
    }
  }
};

/**
 * Calls a partner within `limitMs` milliseconds, including the body, without redirects. Throws {@link RetryableError}
 * if the partner was never reached, {@link OutcomeUnknownError} if no response arrived.
 */
export const callPartner = (url: URL | string, init: RequestInit, limitMs: number): Promise<Response> => {
  const ask = (init.method ?? 'GET') === 'GET' ? fetchWithRetry : fetch;
  return ask(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(limitMs) }).catch((error: unknown) => {
    const code = codeOf(error);
    throw neverArrived.has(code)
      ? new RetryableError(code, { cause: error })
      : new OutcomeUnknownError(code, { cause: error });
  });
};

/** Returns the body of at most `largest` bytes; throws {@link OutcomeUnknownError} if it is incomplete. */
export const bytesOf = (response: Response, largest: number): Promise<Uint8Array<ArrayBuffer>> =>
  readLimitedBody(response, largest).catch((error: unknown) => {
    throw new OutcomeUnknownError(codeOf(error), { cause: error });
  });

/** Returns the JSON of a body, `{}` if it is empty; throws {@link OutcomeUnknownError} above `largest` bytes. */
export const jsonOf = async (response: Response, largest: number): Promise<unknown> => {
  const bytes = await bytesOf(response, largest);
  try {
    return bytes.length ? JSON.parse(Buffer.from(bytes).toString('utf8')) : {};
  } catch (error) {
    throw new OutcomeUnknownError('answer', { cause: error });
  }
};

/** Returns the parsed response; an invalid one leaves the outcome unknown. */
export const parsedAnswer = <T extends z.ZodType>(schema: T, answer: unknown): z.output<T> => {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new OutcomeUnknownError('answer');
  return parsed.data;
};

/** Returns the seconds that a response asks to wait. */
export const retryAfterIn = ({ headers }: Response): number | undefined =>
  retryAfterOf(headers.get('retry-after') ?? undefined, new Date());

/** Returns the text of an error response; '' if it cannot be read. */
export const errorBodyText = async (response: Response): Promise<string> =>
  readLimitedBody(response, 64 * 1024).then(
    (bytes) => Buffer.from(bytes).toString('utf8'),
    () => '',
  );
