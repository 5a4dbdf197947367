import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

const ANSWERED = 'http.client.response.finish';
const WRITES = /^DynamoDB_20120810\.(?:PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchWriteItem)$/;

/**
 * Reports when this thread has written to DynamoDB: Node's HTTP client diagnostics report every response, and writes
 * are recognized by a header. Returns a function that stops it.
 */
export function onWrites(listener: () => void): () => void {
  const answered = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    if (WRITES.test(String(request.getHeader('x-amz-target')))) listener();
  };
  subscribe(ANSWERED, answered);
  return () => void unsubscribe(ANSWERED, answered);
}

/** Lets stream readers wait for writes instead of polling many times a second. */
export class WriteSignal {
  readonly #waiting = new Set<() => void>();
  count = 0;

  wake(): void {
    this.count += 1;
    for (const wake of this.#waiting) wake();
  }

  /** Resolves on a signal after `seen`, at the latest after that time or when `stop` aborts. */
  wait(seen: number, milliseconds: number, stop: AbortSignal): Promise<void> {
    if (this.count !== seen || stop.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        stop.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#waiting.add(done);
      stop.addEventListener('abort', done);
    });
  }
}
