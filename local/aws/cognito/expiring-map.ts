interface Entry<Value> {
  value: Value;
  expiresAt: number;
}

/** Values that are forgotten after `lifetimeMs`. In memory: a restart ends the sign-ins that are under way. */
export class ExpiringMap<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #now: () => number;
  readonly #lifetimeMs: number;

  constructor(now: () => number, lifetimeMs: number) {
    this.#now = now;
    this.#lifetimeMs = lifetimeMs;
  }

  put(key: string, value: Value): void {
    this.#forgetExpired();
    this.#entries.set(key, { value, expiresAt: this.#now() + this.#lifetimeMs });
  }

  get(key: string): Value | undefined {
    this.#forgetExpired();
    return this.#entries.get(key)?.value;
  }

  /** Reads and removes: of two callers, one gets it. */
  take(key: string): Value | undefined {
    const value = this.get(key);
    this.#entries.delete(key);
    return value;
  }

  // All entries live equally long, so the oldest stand first.
  #forgetExpired(): void {
    for (const [key, { expiresAt }] of this.#entries) {
      if (expiresAt > this.#now()) return;
      this.#entries.delete(key);
    }
  }
}
