import { type ChaosRates, type RunningChaos, startChaos } from './chaos.ts';

/** The services that the functions' retries are about. Seeded each on its own, as their calls interleave as they like. */
const troubled = ['DYNAMODB', 'KMS', 'EVENTBRIDGE', 'SQS'] as const;
type Troubled = (typeof troubled)[number];

export interface ChaosOptions {
  seed: string;
  rates?: Partial<ChaosRates>;
}

export interface StackChaos<Endpoints> {
  /** The same services, with the proxies in front of some. */
  endpoints: Endpoints;
  /** The proxies let everything pass until then, so that the stack can start. */
  begin(): void;
  /** How many faults there were so far, by service and kind. */
  injected(): Record<Troubled, RunningChaos['injected']>;
  close(): Promise<void>;
}

/** Puts a seeded proxy in front of DynamoDB and its streams, KMS, EventBridge and SQS. */
export async function startStackChaos<Endpoints extends Record<Troubled | 'DYNAMODB_STREAMS', string>>(
  services: Endpoints,
  { seed, rates }: ChaosOptions,
): Promise<StackChaos<Endpoints>> {
  const proxies = new Map<Troubled, RunningChaos>();
  for (const service of troubled) {
    const options = { target: services[service], seed: `${seed}:${service}`, rates, calm: true };
    proxies.set(service, await startChaos(options));
  }
  const named = <T>(of: (proxy: RunningChaos) => T) =>
    Object.fromEntries([...proxies].map(([service, proxy]) => [service, of(proxy)])) as Record<Troubled, T>;
  const urls = named(({ url }) => url);
  return {
    endpoints: { ...services, ...urls, DYNAMODB_STREAMS: urls.DYNAMODB },
    begin() {
      for (const proxy of proxies.values()) proxy.calm = false;
    },
    injected: () => named(({ injected }) => ({ ...injected })),
    async close() {
      await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
    },
  };
}
