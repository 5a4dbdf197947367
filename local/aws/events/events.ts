import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { operation, type Running, ServiceError, startJsonService } from '#local/aws/json-service.ts';
import {
  type DeliveryErrors,
  type DeliveryMetrics,
  type DeliveryTarget,
  type Envelope,
  EventDeliveries,
} from './event-deliveries.ts';

export interface LocalRule extends DeliveryTarget {
  bus: string;
  source: string;
  detailTypes: readonly string[];
}

export interface RunningEventBus extends Running {
  faults: DeliveryErrors;
  metrics: DeliveryMetrics;
  /** Resolves when nothing is being delivered. */
  settled(): Promise<void>;
}

const REQUEST_LIMIT_BYTES = 256 * 1024;

const Entry = z.object({
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  /** A JSON object. */
  Detail: z.string(),
  EventBusName: z.string(),
  Time: z.number().default(() => Date.now() / 1000),
});
type Entry = z.output<typeof Entry>;

/**
 * EventBridge with its rules. As in AWS an entry is acknowledged before any target has it: what becomes of it then its
 * sender never learns. Acknowledged entries wait in `dataDir` until they are delivered.
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
  // AWS drops such an event without a word; here the mistake in the configuration is said.
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

// As AWS counts: 14 bytes for a time, and the UTF-8 bytes of the texts.
const sizeOf = (entries: Entry[]): number =>
  entries.reduce(
    (size, { Source, DetailType, Detail }) => size + 14 + Buffer.byteLength(Source + DetailType + Detail),
    0,
  );
