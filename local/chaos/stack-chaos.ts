import type { RunningDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { type Lag, type Replica, startReplica } from '#local/aws/dynamodb/dynoxide-replica.ts';
import { type ChaosRates, draw, type RunningChaos, startChaos } from './chaos.ts';

/** The services that the functions' retries are about. Seeded each on its own, as their calls interleave as they like. */
const troubled = ['DYNAMODB', 'KMS', 'EVENTBRIDGE', 'SQS'] as const;
type Troubled = (typeof troubled)[number];

/** How the database behaves in AWS on a usual day. */
export interface AwsTiming {
  holdMs: number;
  /** Absent where nobody reads what may be late: the copy that answers it costs as much of the processor as the database. */
  late?: Late;
}

interface Late {
  /** How late an index is. */
  lag: Lag;
  /** How many of the reads that do not ask for consistency are late, 0 to 1. */
  reads: number;
}

export const awsTiming = { holdMs: 10, late: { lag: { fromMs: 10, toMs: 120 }, reads: 0.3 } } satisfies AwsTiming;

export interface ChaosOptions {
  seed: string;
  rates?: Partial<ChaosRates>;
  /** Items are in use for a while and indexes are late, as in AWS; without it the engine's own ways. */
  timing?: AwsTiming;
}

/** What a copy of a database follows, and how late. */
export interface LateReads {
  seed: string;
  late: Late;
  databasePath: string;
}

/** Puts a copy that is late behind the proxy of a database. */
export const startLateReads = async (
  proxy: RunningChaos,
  { seed, late: { lag, reads }, databasePath }: LateReads,
): Promise<Replica> => {
  let changes = 0;
  const replica = await startReplica({ databasePath, lag, chance: () => draw(`${seed}:lag`, changes++) });
  proxy.stale = { url: replica.url, reads };
  return replica;
};

export interface StackChaos<Endpoints> {
  /** The same services, with the proxies in front of some. */
  endpoints: Endpoints;
  /** The proxies let everything pass until then, so that the stack can start. */
  begin(): Promise<void>;
  /** How many faults there were so far, by service and kind. */
  injected(): Record<Troubled, RunningChaos['injected']>;
  close(): Promise<void>;
}

/** Events travel ten in a call, so that the bus is called seldom. */
const oftener = { throttle: 0.15, reset: 0.1, lostAnswer: 0.1 };

/** Puts a seeded proxy in front of DynamoDB and its streams, KMS, EventBridge and SQS. */
export async function startStackChaos<Endpoints extends Record<Troubled | 'DYNAMODB_STREAMS', string>>(
  services: Endpoints,
  { seed, rates, timing, database: engine }: ChaosOptions & { database: RunningDynamoDb },
): Promise<StackChaos<Endpoints>> {
  // Before the stream's readers start to forget it.
  if (timing?.late) engine.keepStream();
  const proxies = new Map<Troubled, RunningChaos>();
  let replica: Replica | undefined;
  for (const service of troubled) {
    const own = service === 'EVENTBRIDGE' ? { ...rates, ...oftener } : rates;
    const options = { target: services[service], seed: `${seed}:${service}`, rates: own, calm: true };
    proxies.set(service, await startChaos(options));
  }
  const named = <T>(of: (proxy: RunningChaos) => T) =>
    Object.fromEntries([...proxies].map(([service, proxy]) => [service, of(proxy)])) as Record<Troubled, T>;
  const urls = named(({ url }) => url);
  return {
    endpoints: { ...services, ...urls, DYNAMODB_STREAMS: urls.DYNAMODB },
    async begin() {
      const database = proxies.get('DYNAMODB');
      if (timing && database) database.holdMs = timing.holdMs;
      if (timing?.late && database && engine.databasePath) {
        replica = await startLateReads(database, { seed, late: timing.late, databasePath: engine.databasePath });
      }
      for (const proxy of proxies.values()) proxy.calm = false;
    },
    injected: () => named(({ injected }) => ({ ...injected })),
    async close() {
      await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
      await replica?.close();
    },
  };
}
