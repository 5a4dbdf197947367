import { type ChaosRates, type RunningChaos, startChaos } from './chaos.ts';

/** The services that the functions' retries are about. Seeded each on its own, as their calls interleave as they like. */
const troubled = ['DYNAMODB', 'KMS', 'EVENTBRIDGE', 'SQS'] as const;
type Troubled = (typeof troubled)[number];

/** How long a transaction has its items in AWS on a usual day. */
export const defaultHoldMs = 10;

export interface ChaosOptions {
  seed: string;
  rates?: Partial<ChaosRates>;
  /** How long a transaction has its items in use, in milliseconds; without it the engine's own ways. */
  holdMs?: number;
}

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
  { seed, rates, holdMs }: ChaosOptions,
): Promise<StackChaos<Endpoints>> {
  const proxies = new Map<Troubled, RunningChaos>();
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
      if (holdMs && database) database.holdMs = holdMs;
      for (const proxy of proxies.values()) proxy.calm = false;
    },
    injected: () => named(({ injected }) => ({ ...injected })),
    async close() {
      await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
    },
  };
}
