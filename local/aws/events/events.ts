import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { EventBridgeEvent } from 'aws-lambda';
import * as z from 'zod';
import { operation, type Running, ServiceError, startJsonService } from '#local/aws/json-service.ts';
import { pause } from '../../sleep.ts';
import { atomically, openDurableDatabase } from '../dynamodb/durable-database.ts';

export type Envelope = EventBridgeEvent<string, unknown>;

interface DeliveryTarget {
  name: string;
  /** Resolves once the event is stored durably, for example in a queue. */
  target: (envelope: Envelope) => Promise<void>;
  /** Receives events that the target rejected. */
  deadLetters: (envelope: Envelope) => Promise<void>;
}

/** Read at each delivery, so that tests and the demo can inject faults while the bus runs. */
interface DeliveryErrors {
  duplicate: number;
  /** Rules whose target rejects permanently, like a queue whose policy or key excludes the bus. */
  refusing: readonly string[];
}

/** CloudWatch counts under AWS/Events, by rule. */
interface DeliveryMetrics {
  failedInvocations: Record<string, number>;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS deliveries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL, envelope TEXT NOT NULL) STRICT;
`;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;

/**
 * Acknowledged, undelivered events on disk: they survive `kill -9` and continue at the next start. A failing target is
 * retried until it accepts; a rejecting one is not, as in AWS: the event goes to its dead-letter queue and is counted.
 * The sender learns of neither.
 */
class EventDeliveries {
  readonly faults: DeliveryErrors = { duplicate: 0, refusing: [] };
  readonly metrics: DeliveryMetrics = { failedInvocations: {} };
  readonly #database: DatabaseSync;
  /** Deleted without waiting for the disk: after a power cut an event is delivered again, as AWS may do. */
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

  keep(envelope: Envelope, rules: readonly string[]): void {
    const insert = this.#database.prepare('INSERT INTO deliveries (rule, envelope) VALUES (?, ?)');
    const text = JSON.stringify(envelope);
    // One disk flush for all rules.
    const stored = atomically(this.#database, () =>
      rules.map((rule) => ({ rule, sequence: Number(insert.run(rule, text).lastInsertRowid) })),
    );
    for (const { rule, sequence } of stored) this.#begin(sequence, rule, envelope);
  }

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
    // After the response to the publisher, never before.
    const delivery = new Promise((resolve) => setImmediate(resolve))
      .then(() => this.#untilTaken(rule, envelope))
      .then((taken) => {
        if (taken) this.#crossingOff.prepare('DELETE FROM deliveries WHERE sequence = ?').run(sequence);
      });
    this.#running.add(delivery);
    void delivery.finally(() => this.#running.delete(delivery));
  }

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

export interface LocalRule extends DeliveryTarget {
  bus: string;
  source: string;
  detailTypes: readonly string[];
}

export interface RunningEventBus extends Running {
  faults: DeliveryErrors;
  metrics: DeliveryMetrics;
  settled(): Promise<void>;
}

const REQUEST_LIMIT_BYTES = 256 * 1024;

const Entry = z.object({
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: z.string(),
  EventBusName: z.string(),
  Time: z.number().default(() => Date.now() / 1000),
});
type Entry = z.output<typeof Entry>;

/**
 * EventBridge with rules. As in AWS an entry is acknowledged before any target has it, and its sender never learns the
 * outcome. Acknowledged entries wait in `dataDir` until delivered.
 */
export async function startEventBus(options: {
  port: number;
  dataDir: string;
  rules: LocalRule[];
}): Promise<RunningEventBus> {
  const deliveries = new EventDeliveries(options.dataDir, options.rules);
  const PutEvents = operation(z.object({ Entries: z.array(Entry).min(1).max(10) }), ({ Entries }) => {
    if (sizeOf(Entries) > REQUEST_LIMIT_BYTES) {
      throw new ServiceError('ValidationException', 'Total size of the entries in the request is over the limit.');
    }
    return { FailedEntryCount: 0, Entries: Entries.map((entry) => put(entry, options.rules, deliveries)) };
  });
  const running = await startJsonService({ port: options.port, target: 'AWSEvents', operations: { PutEvents } });
  return {
    ...running,
    faults: deliveries.faults,
    metrics: deliveries.metrics,
    settled: () => deliveries.settled(),
    async close() {
      await running.close();
      await deliveries.close();
    },
  };
}

function put({ Source, DetailType, Detail, ...entry }: Entry, rules: LocalRule[], deliveries: EventDeliveries) {
  const bus = entry.EventBusName.slice(entry.EventBusName.lastIndexOf('/') + 1);
  // AWS silently drops such an event; here the configuration error is reported.
  if (!rules.some((rule) => rule.bus === bus))
    throw new ServiceError('ResourceNotFoundException', `No rule here belongs to an event bus ${bus}.`);
  const envelope: Envelope = {
    version: '0',
    id: randomUUID(),
    'detail-type': DetailType,
    source: Source,
    account: '000000000000',
    time: new Date(entry.Time * 1000).toISOString().replace(/\.\d+Z$/, 'Z'),
    region: 'us-east-1',
    resources: [],
    detail: JSON.parse(Detail),
  };
  const matching = rules.filter(
    (rule) => rule.bus === bus && rule.source === Source && rule.detailTypes.includes(DetailType),
  );
  deliveries.keep(
    envelope,
    matching.map(({ name }) => name),
  );
  return { EventId: envelope.id };
}

// As AWS counts: 14 bytes for a time, plus the UTF-8 bytes of the texts.
const sizeOf = (entries: Entry[]): number =>
  entries.reduce(
    (size, { Source, DetailType, Detail }) => size + 14 + Buffer.byteLength(Source + DetailType + Detail),
    0,
  );
