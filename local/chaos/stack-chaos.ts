import { type ChaosRates, type RunningChaos, startChaos } from './chaos.ts';

/** Services that the functions retry, each with its own seed, because their calls interleave arbitrarily. */
const troubled = ['DYNAMODB', 'KMS', 'EVENTBRIDGE', 'SQS'] as const;
type Troubled = (typeof troubled)[number];

/** Typical time in milliseconds that a transaction holds its items in AWS. */
export const defaultHoldMs = 10;

export interface ChaosOptions {
  seed: string;
  rates?: Partial<ChaosRates>;
  /** Time in milliseconds that a transaction holds its items; undefined for the engine's behavior. */
  holdMs?: number;
}

export interface StackChaos<Endpoints> {
  endpoints: Endpoints;
  /** Until then the proxies let everything pass, so that the stack can start. */
  begin(): Promise<void>;
  injected(): Record<Troubled, RunningChaos['injected']>;
  close(): Promise<void>;
}

/** Higher rates, because events travel ten per call. */
const oftener = { throttle: 0.15, reset: 0.1, lostAnswer: 0.1 };

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
