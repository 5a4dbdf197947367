/** A BroadcastChannel of one process that delivers before the next turn of the event loop. */
export class FakeChannel {
  static #open = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
    FakeChannel.#open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.#open)
      if (other !== this && other.name === this.name)
        queueMicrotask(() => FakeChannel.#open.has(other) && other.onmessage?.({ data: structuredClone(data) }));
  }

  close(): void {
    FakeChannel.#open.delete(this);
  }
}
