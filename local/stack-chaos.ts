import type { RunningDynamoDb } from './aws/dynamodb.ts';
import { type Lag, type Replica, startReplica } from './aws/dynoxide-replica.ts';
import { type ChaosRates, draw, type RunningChaos, startChaos } from './chaos.ts';

/** The services that the functions' retries are about. Seeded each on its own, as their calls interleave as they like. */
const troubled = ['DYNAMODB', 'KMS', 'EVENTBRIDGE', 'SQS'] as const;
type Troubled = (typeof troubled)[number];

/** How the database behaves in AWS on a usual day: how long a transaction has its items, how late an index is. */
export interface AwsTiming {
  /** Before it is applied, which takes the engine some 3 ms: with that, 10. */
  holdMs: number;
  lag: Lag;
  /** How many of the reads that do not ask for consistency are late, 0 to 1. */
  staleReads: number;
}

export const awsTiming: AwsTiming = { holdMs: 7, lag: { fromMs: 10, toMs: 120 }, staleReads: 0.3 };

export interface ChaosOptions {
  seed: string;
  rates?: Partial<ChaosRates>;
  /** Items are in use for a while and indexes are late, as in AWS; without it the engine's own ways. */
  timing?: AwsTiming;
}

/** What a copy of a database follows, and how late. */
export interface LateReads {
  seed: string;
  timing: AwsTiming;
  databasePath: string;
}

/** Puts a copy that is late behind the proxy of a database. */
export const startLateReads = async (
  proxy: RunningChaos,
  { seed, timing: { lag, staleReads }, databasePath }: LateReads,
): Promise<Replica> => {
  let changes = 0;
  const replica = await startReplica({ databasePath, lag, chance: () => draw(`${seed}:lag`, changes++) });
  proxy.stale = { url: replica.url, reads: staleReads };
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
  if (timing) engine.keepStream();
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
      if (timing && database && engine.databasePath) {
        replica = await startLateReads(database, { seed, timing, databasePath: engine.databasePath });
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
