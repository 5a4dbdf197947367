import { isTransientError } from '#domain/shared/contract/client.ts';

/** A page that did not come is asked for again after so many seconds; the last ones outlast a rate limit of a minute. */
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
 * Asks again, later and later, while asking fails in passing; `onAgain` hears of it before each wait. Throws the
 * signal's reason when it is cancelled.
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

/**
 * Pages of a call one after the other, each asked for when it is wanted, until there is no `next_cursor`. What fails in
 * passing is asked for again. Throws the signal's reason when it is cancelled.
 */
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
