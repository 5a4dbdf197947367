/** Resolves after this time, or at once when `stop` aborts. */
export function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
  if (stop?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    stop?.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      stop?.removeEventListener('abort', done);
      resolve();
    }
  });
}
