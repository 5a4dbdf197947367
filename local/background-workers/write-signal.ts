import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

const ANSWERED = 'http.client.response.finish';
const WRITES = /^DynamoDB_20120810\.(?:PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchWriteItem)$/;

/**
 * Tells when this thread has written to DynamoDB, whoever in it did: Node says of every request of its HTTP client
 * when it was answered, and what wrote to DynamoDB says so in a header. Answers what ends it.
 */
export function onWrites(told: () => void): () => void {
  const answered = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    if (WRITES.test(String(request.getHeader('x-amz-target')))) told();
  };
  subscribe(ANSWERED, answered);
  return () => void unsubscribe(ANSWERED, answered);
}

/** Readers of the stream wait for somebody's writes instead of asking many times a second. */
export class WriteSignal {
  readonly #waiting = new Set<() => void>();
  /** Grows with everything that was told; somebody who has seen this number has missed nothing. */
  count = 0;

  wake(): void {
    this.count += 1;
    for (const wake of this.#waiting) wake();
  }

  /** Resolves once something was told since `seen`, at the latest after that time or when `stop` is aborted. */
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
