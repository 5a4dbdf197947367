import { isTransientError } from './client.ts';

/** Retry delays of a page in seconds; the last ones outlast a rate limit of a minute. */
const waitSeconds = [1, 2, 5, 15, 45];

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Retries transient failures at growing intervals; `onAgain` is called before each wait. Throws the signal's reason
 * when cancelled.
 */
export const withRetries = async <T>(ask: () => Promise<T>, signal: AbortSignal, onAgain?: () => void): Promise<T> => {
  for (const seconds of waitSeconds) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransientError(error)) throw error;
    }
    onAgain?.();
    await pause(seconds, signal);
  }
  return ask();
};

/** Pages are requested on demand. Transient failures are retried. Throws the signal's reason when cancelled. */
export async function* iteratePages<Page extends { next_cursor: string | null }>(
  ask: (cursor: { cursor?: string }) => Promise<Page>,
  signal: AbortSignal,
  onAgain?: () => void,
): AsyncGenerator<Page> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const from = cursor ? { cursor } : {};
    const page: Page = await withRetries(() => ask(from), signal, onAgain);
    yield page;
    signal.throwIfAborted();
    cursor = page.next_cursor;
  }
}
