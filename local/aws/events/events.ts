import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { operation, type Running, ServiceFault, startJsonService } from '#local/aws/json-service.ts';
import {
  type DeliveryFaults,
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
  faults: DeliveryFaults;
  metrics: DeliveryMetrics;
  /** Resolves when nothing is being delivered. */
  settled(): Promise<void>;
}

const REQUEST_LIMIT_BYTES = 256 * 1024;

const Entry = z.object({
  Source: z.string().optional(),
  DetailType: z.string().optional(),
  Detail: z.string().optional(),
  EventBusName: z.string().default('default'),
  Resources: z.array(z.string()).default([]),
  Time: z.number().min(0).max(253_402_300_799).optional(),
});
type Entry = z.output<typeof Entry>;

type Outcome = { EventId: string } | { ErrorCode: string; ErrorMessage: string };

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
      throw new ServiceFault('ValidationException', 'Total size of the entries in the request is over the limit.');
    }
    const outcomes = Entries.map((entry) => put(entry, options.rules, deliveries));
    return { FailedEntryCount: outcomes.filter((outcome) => 'ErrorCode' in outcome).length, Entries: outcomes };
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

function put(entry: Entry, rules: LocalRule[], deliveries: EventDeliveries): Outcome {
  const bus = entry.EventBusName.slice(entry.EventBusName.lastIndexOf('/') + 1);
  // AWS drops such an event without a word; here the mistake in the configuration is said.
  if (bus !== 'default' && !rules.some((rule) => rule.bus === bus)) {
    return refused('ResourceNotFoundException', `No rule here belongs to an event bus ${bus}.`);
  }
  const envelope = envelopeOf(entry);
  if ('ErrorCode' in envelope) return envelope;
  const matching = rules.filter(
    (rule) => rule.bus === bus && rule.source === envelope.source && rule.detailTypes.includes(envelope['detail-type']),
  );
  deliveries.keep(
    envelope,
    matching.map(({ name }) => name),
  );
  return { EventId: envelope.id };
}

function envelopeOf(entry: Entry): Envelope | { ErrorCode: string; ErrorMessage: string } {
  const { Source, DetailType, Detail } = entry;
  if (!Source) return missing('Source');
  if (!DetailType) return missing('DetailType');
  if (!Detail) return missing('Detail');
  if (Source.startsWith('aws.')) return refused('NotAuthorizedForSourceException', 'Not authorized for the source.');
  const detail = parseObject(Detail);
  if (!detail) return refused('MalformedDetail', 'Detail is malformed.');
  const time = entry.Time === undefined ? new Date() : new Date(entry.Time * 1000);
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': DetailType,
    source: Source,
    account: '000000000000',
    time: time.toISOString().replace(/\.\d+Z$/, 'Z'),
    region: 'us-east-1',
    resources: entry.Resources,
    detail,
  };
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// As AWS counts: 14 bytes for a time, and the UTF-8 bytes of the texts.
function sizeOf(entries: Entry[]): number {
  let size = 0;
  for (const { Time, Source = '', DetailType = '', Detail = '', Resources } of entries) {
    size += Time === undefined ? 0 : 14;
    for (const text of [Source, DetailType, Detail, ...Resources]) size += Buffer.byteLength(text);
  }
  return size;
}

function missing(parameter: string) {
  return refused(
    'InvalidArgument',
    `Parameter ${parameter} is not valid. Reason: ${parameter} is a required argument.`,
  );
}

function refused(ErrorCode: string, ErrorMessage: string) {
  return { ErrorCode, ErrorMessage };
}
