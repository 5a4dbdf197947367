import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { EventBridgeEvent } from 'aws-lambda';
import { atomically, openDurableDatabase } from '#local/aws/dynamodb/durable-database.ts';
import { pause } from '#local/sleep.ts';

export type Envelope = EventBridgeEvent<string, unknown>;

export interface DeliveryTarget {
  name: string;
  /** Resolves once the event is safely kept, for instance in a queue. */
  target: (envelope: Envelope) => Promise<void>;
  /** Takes what the target refused. */
  deadLetters: (envelope: Envelope) => Promise<void>;
}

/** Read at each delivery, so that a test or the demo can switch a fault on while the bus runs. */
export interface DeliveryErrors {
  /** How many more times than once each target gets every event. */
  duplicate: number;
  /** Rules whose target refuses for good, as a queue does whose policy or key does not let the bus in. */
  refusing: readonly string[];
}

/** What CloudWatch counts under AWS/Events, by rule. */
export interface DeliveryMetrics {
  failedInvocations: Record<string, number>;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS deliveries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL, envelope TEXT NOT NULL) STRICT;
`;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;

/**
 * What the bus has acknowledged and not yet delivered, on disk: it survives `kill -9` and goes on at the next start. A
 * target that fails is tried again until it takes the event; one that refuses is not, as in AWS: the event goes to its
 * dead-letter queue and is counted. Its sender hears of neither.
 */
export class EventDeliveries {
  readonly faults: DeliveryErrors = { duplicate: 0, refusing: [] };
  readonly metrics: DeliveryMetrics = { failedInvocations: {} };
  readonly #database: DatabaseSync;
  /** What is taken is crossed off without waiting for the disk: after a power cut it comes once more, as in AWS it may. */
  readonly #crossingOff: DatabaseSync;
  readonly #targets: ReadonlyMap<string, DeliveryTarget>;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(dataDir: string, targets: readonly DeliveryTarget[]) {
    const path = join(dataDir, 'events.sqlite');
    this.#database = openDurableDatabase(path, SCHEMA);
    this.#crossingOff = openDurableDatabase(path, SCHEMA);
    this.#crossingOff.exec('PRAGMA synchronous = NORMAL');
    this.#targets = new Map(targets.map((target) => [target.name, target]));
    const left = this.#database.prepare('SELECT sequence, rule, envelope FROM deliveries ORDER BY sequence').all();
    for (const { sequence, rule, envelope } of left)
      this.#begin(Number(sequence), String(rule), JSON.parse(String(envelope)));
  }

  /** Keeps an event for each of the rules; it is on disk when this returns, and delivered some time after. */
  keep(envelope: Envelope, rules: readonly string[]): void {
    const insert = this.#database.prepare('INSERT INTO deliveries (rule, envelope) VALUES (?, ?)');
    const text = JSON.stringify(envelope);
    // The disk is waited for once, however many rules take it.
    const kept = atomically(this.#database, () =>
      rules.map((rule) => ({ rule, sequence: Number(insert.run(rule, text).lastInsertRowid) })),
    );
    for (const { rule, sequence } of kept) this.#begin(sequence, rule, envelope);
  }

  /** Resolves when nothing is being delivered. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.settled();
    this.#crossingOff.close();
    this.#database.close();
  }

  #begin(sequence: number, rule: string, envelope: Envelope): void {
    // After the answer to whoever announced it, never before.
    const delivery = new Promise((resolve) => setImmediate(resolve))
      .then(() => this.#untilTaken(rule, envelope))
      .then((taken) => {
        if (taken) this.#crossingOff.prepare('DELETE FROM deliveries WHERE sequence = ?').run(sequence);
      });
    this.#running.add(delivery);
    void delivery.finally(() => this.#running.delete(delivery));
  }

  /** False when the bus stops before the target has taken it. */
  async #untilTaken(rule: string, envelope: Envelope): Promise<boolean> {
    const target = this.#targets.get(rule);
    // A rule of an earlier release.
    if (!target) return true;
    for (let wait = FIRST_RETRY_MS; !this.#stopping.signal.aborted; wait = Math.min(2 * wait, LONGEST_RETRY_MS)) {
      try {
        if (this.faults.refusing.includes(rule)) {
          await target.deadLetters(envelope);
          this.metrics.failedInvocations[rule] = (this.metrics.failedInvocations[rule] ?? 0) + 1;
        } else for (let times = 0; times <= this.faults.duplicate; times++) await target.target(envelope);
        return true;
      } catch (error) {
        process.stderr.write(`Event ${envelope.id} is not taken yet by ${rule}: ${String(error)}\n`);
        await pause(wait, this.#stopping.signal);
      }
    }
    return false;
  }
}
