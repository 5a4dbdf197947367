import { OutcomeUnknownError, RetryableError } from '#functions/platform/store/partners/circuit.ts';

/** The body; throws as soon as it is longer than `largest` bytes, and reads no further (quality S-36). */
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

/** The connection was never made: nothing can have happened. */
const neverArrived = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

const codeOf = (error: unknown): string => {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
};

/** More connections than an environment keeps open to one service. */
const tries = 4;

/**
 * `fetch` for what does no more when it is sent twice. Lambda cuts connections while a function is frozen, and the next
 * request on one of them fails: it is sent again at once, within the one signal of `init`.
 */
const fetchWithRetry = async (url: URL | string, init: RequestInit): Promise<Response> => {
  for (let tried = 1; ; tried++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      // A timeout is another kind of error.
      if (tried === tries || !(error instanceof TypeError)) throw error;
    }
  }
};

/**
 * Asks a partner and gives its answer, whatever the status: no redirect is followed, and everything, the body too, takes
 * `limitMs` milliseconds at most; a question whose connection was gone is asked again. Throws {@link RetryableError} where the partner was never reached, and {@link OutcomeUnknownError} where
 * no answer came.
 */
export const callPartner = (url: URL | string, init: RequestInit, limitMs: number): Promise<Response> => {
  // What changes nothing may be asked again.
  const ask = (init.method ?? 'GET') === 'GET' ? fetchWithRetry : fetch;
  return ask(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(limitMs) }).catch((error: unknown) => {
    const code = codeOf(error);
    throw neverArrived.has(code)
      ? new RetryableError(code, { cause: error })
      : new OutcomeUnknownError(code, { cause: error });
  });
};

/** The body of an answer of at most `largest` bytes; throws {@link OutcomeUnknownError} where it does not come whole. */
export const bytesOf = (response: Response, largest: number): Promise<Uint8Array<ArrayBuffer>> =>
  readLimitedBody(response, largest).catch((error: unknown) => {
    throw new OutcomeUnknownError(codeOf(error), { cause: error });
  });

/**
 * The JSON of an answer of at most `largest` bytes, `{}` of an empty one; throws {@link OutcomeUnknownError} where it is none. It is
 * decoded whole: a letter of several bytes may have come in two pieces.
 */
export const jsonOf = async (response: Response, largest: number): Promise<unknown> => {
  const bytes = await bytesOf(response, largest);
  try {
    return bytes.length ? JSON.parse(Buffer.from(bytes).toString('utf8')) : {};
  } catch (error) {
    throw new OutcomeUnknownError('answer', { cause: error });
  }
};

/** What a refusal says, as far as it can be read: an empty text where it cannot. */
export const errorBodyText = async (response: Response): Promise<string> =>
  readLimitedBody(response, 64 * 1024).then(
    (bytes) => Buffer.from(bytes).toString('utf8'),
    () => '',
  );
