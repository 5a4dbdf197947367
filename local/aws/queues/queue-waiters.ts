/** The long polls that wait for a message, by queue. */
export class QueueWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();
  #ended = false;

  /** Resolves when the queue got a message, after `milliseconds`, when the caller is gone, or when the server ends. */
  wait(queue: string, milliseconds: number, gone: AbortSignal): Promise<void> {
    if (this.#ended || gone.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(queue) ?? new Set();
      this.#waiting.set(queue, waiting);
      const wake = () => {
        clearTimeout(timer);
        gone.removeEventListener('abort', wake);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      gone.addEventListener('abort', wake);
      waiting.add(wake);
    });
  }

  wake(queue: string): void {
    for (const wake of this.#waiting.get(queue) ?? []) wake();
  }

  end(): void {
    this.#ended = true;
    for (const queue of this.#waiting.keys()) this.wake(queue);
  }

  get ended(): boolean {
    return this.#ended;
  }
}
