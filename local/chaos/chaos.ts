import { createHash } from 'node:crypto';
import { request as forward, type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http';
import { listen, type Running, readBody } from '#local/aws/http-listener.ts';
import { pause } from '../sleep.ts';

type Use = { kind: 'transaction'; token: string; keys: string[] } | { kind: 'write'; keys: string[] };

type Refusal = { type: 'TransactionConflictException' | 'TransactionInProgressException' } | { reasons: boolean[] };

type Attributes = Record<string, unknown>;
interface Action {
  TableName: string;
  Key?: Attributes;
  Item?: Attributes;
}

const keyOf = ({ TableName, Key, Item }: Action): string => {
  const { pk, sk } = Key ?? Item ?? {};
  return JSON.stringify([TableName, pk, sk]);
};

const itemUseOf = (operation: string, body: Buffer): Use | undefined => {
  if (operation === 'TransactWriteItems') {
    const { TransactItems, ClientRequestToken = '' } = JSON.parse(String(body)) as {
      TransactItems: Record<string, Action>[];
      ClientRequestToken?: string;
    };
    const actions = TransactItems.flatMap((item) => Object.values(item));
    return { kind: 'transaction', token: ClientRequestToken, keys: actions.map(keyOf) };
  }
  if (!/^(?:Put|Update|Delete)Item$/.test(operation)) return undefined;
  return { kind: 'write', keys: [keyOf(JSON.parse(String(body)) as Action)] };
};

/**
 * Item locks as in DynamoDB: during a transaction on an item, every other transaction and single write on it is
 * rejected; during a single write, transactions are. Single writes wait for each other. The local engines are serial
 * and have no conflicts.
 */
class ItemLocks {
  readonly #transactions = new Map<string, string>();
  readonly #writes = new Map<string, number>();
  readonly #tokens = new Set<string>();

  /** Returns why the request is rejected, or undefined. */
  refusal(use: Use): Refusal | undefined {
    if (use.kind === 'write') {
      const meets = use.keys.some((key) => this.#transactions.has(key));
      return meets ? { type: 'TransactionConflictException' } : undefined;
    }
    if (use.token && this.#tokens.has(use.token)) return { type: 'TransactionInProgressException' };
    const reasons = use.keys.map((key) => this.#transactions.has(key) || this.#writes.has(key));
    return reasons.includes(true) ? { reasons } : undefined;
  }

  take(use: Use): () => void {
    if (use.kind === 'transaction') {
      for (const key of use.keys) this.#transactions.set(key, use.token);
      if (use.token) this.#tokens.add(use.token);
      return () => {
        for (const key of use.keys) this.#transactions.delete(key);
        this.#tokens.delete(use.token);
      };
    }
    for (const key of use.keys) this.#writes.set(key, (this.#writes.get(key) ?? 0) + 1);
    return () => {
      for (const key of use.keys) {
        const left = (this.#writes.get(key) ?? 1) - 1;
        if (left) this.#writes.set(key, left);
        else this.#writes.delete(key);
      }
    };
  }
}

/** Probabilities per request, 0 to 1. The defaults are those of the reliability tests (C2). */
export interface ChaosRates {
  /** Cancels a transaction with TransactionConflict without a real conflict. */
  conflict: number;
  throttle: number;
  /** Breaks the connection before the service sees the request. */
  reset: number;
  /** Breaks the connection after the request is executed, before the response. */
  lostAnswer: number;
}

/** Minimum time in milliseconds that a transaction holds its items. */
const leastHoldMs = 2;
const lastPart = 0.1;

const noRates: ChaosRates = { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 };
export const defaultRates: ChaosRates = { conflict: 0.05, throttle: 0.05, reset: 0.01, lostAnswer: 0.01 };

interface Sent {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface RunningChaos extends Running {
  /** Injected faults by kind; `contended`: requests that met a locked item. */
  injected: Record<keyof ChaosRates | 'contended', number>;
  rates: ChaosRates;
  /** While true every request passes and none counts in the sequence. */
  calm: boolean;
  /**
   * Time in milliseconds that a transaction holds its items, including the engine's time. AWS rejects others in the
   * meantime; the local engines are serial.
   */
  holdMs: number;
  /** Serves a request of this process; undefined if the connection breaks. */
  carry(sent: Sent, disconnected?: AbortSignal): Promise<Answered | undefined>;
}

interface ProxyOptions {
  target: string;
  seed: string;
  rates?: Partial<ChaosRates>;
  holdMs?: number;
  calm?: boolean;
}

const maxBodySize = 12 * 1024 * 1024;

const targetOf = ({ headers }: Sent): { service: string; operation: string } => {
  const [service = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  return { service, operation };
};

/**
 * Returns a number in [0, 1) that depends only on the seed and the request's position, so that a failure can be
 * replayed.
 */
export const draw = (seed: string, nth: number): number =>
  createHash('sha256').update(`${seed}:${nth}`).digest().readUInt32BE(0) / 2 ** 32;

const conflictAnswer = (conflicts: readonly boolean[]): string => {
  const reasons = conflicts.map((conflict) =>
    conflict ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } : { Code: 'None' },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons: reasons,
  });
};

const refusalAnswer = (refusal: Refusal): string =>
  'reasons' in refusal
    ? conflictAnswer(refusal.reasons)
    : JSON.stringify({
        __type: `com.amazonaws.dynamodb.v20120810#${refusal.type}`,
        message:
          refusal.type === 'TransactionConflictException'
            ? 'Transaction is ongoing for the item'
            : 'The transaction with the given request token is already in progress.',
      });

const throttleAnswer = (service: string): string =>
  JSON.stringify(
    service.startsWith('DynamoDB')
      ? {
          __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
          message: 'The level of configured provisioned throughput for the table was exceeded.',
        }
      : { __type: 'ThrottlingException', message: 'Rate exceeded' },
  );

/**
 * Starts a seeded proxy in front of an AWS or partner endpoint that injects conflicts, throttling, resets and lost
 * responses; in front of the database also contention. Only the clients' endpoint differs.
 */
export const startChaos = async ({ target, seed, ...options }: ProxyOptions): Promise<RunningChaos> => {
  const chaos = {
    rates: { ...defaultRates, ...options.rates },
    injected: { ...noRates, contended: 0 },
    calm: options.calm ?? false,
    holdMs: options.holdMs ?? 0,
  };
  const { rates, injected } = chaos;
  const locks = new ItemLocks();
  const closing = new AbortController();
  let nth = 0;
  let engineMs = 0;

  const pick = (operation: string): keyof ChaosRates | undefined => {
    if (chaos.calm) return undefined;
    let left = draw(seed, nth++);
    const possible = (['conflict', 'throttle', 'reset', 'lostAnswer'] as const).filter(
      (kind) => kind !== 'conflict' || operation === 'TransactWriteItems',
    );
    for (const kind of possible) {
      if (left < rates[kind]) return kind;
      left -= rates[kind];
    }
    return undefined;
  };

  const pass = async ({ method, path, headers, body }: Sent, disconnected?: AbortSignal): Promise<Answered> => {
    const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const onward = forward(
      new URL(path, target),
      { method, headers, ...(disconnected && { signal: disconnected }) },
      resolve,
    );
    onward.on('error', reject).end(body);
    const answer = await answered;
    const { statusCode: status = 502, headers: responseHeaders } = answer;
    return { status, headers: responseHeaders, body: await readBody(answer, Number.POSITIVE_INFINITY) };
  };

  /** Passes a request on while it holds its items, or rejects it. */
  const contend = async (sent: Sent, operation: string, disconnected?: AbortSignal): Promise<Answered> => {
    const use = chaos.holdMs && !chaos.calm ? itemUseOf(operation, sent.body) : undefined;
    if (!use) return pass(sent, disconnected);
    const refusal = locks.refusal(use);
    if (refusal) {
      injected.contended++;
      return refused(sent, refusalAnswer(refusal));
    }
    const release = locks.take(use);
    if (use.kind === 'write') return pass(sent, disconnected).finally(release);
    // Others read the old state until it is applied, which happens even if its caller disconnects.
    await pause(Math.max(leastHoldMs, chaos.holdMs - engineMs), closing.signal);
    const began = performance.now();
    const answer = await pass(sent).finally(release);
    engineMs += (performance.now() - began - engineMs) * lastPart;
    return answer;
  };

  const refused = ({ headers }: Sent, text: string): Answered => ({
    status: 400,
    headers: { 'content-type': headers['content-type'] ?? 'application/x-amz-json-1.0' },
    body: Buffer.from(text),
  });

  const carry = async (sent: Sent, disconnected?: AbortSignal): Promise<Answered | undefined> => {
    const { body } = sent;
    const { service, operation } = targetOf(sent);
    const fault = pick(operation);
    if (fault) injected[fault]++;
    if (fault === 'conflict') {
      const { TransactItems } = JSON.parse(String(body)) as { TransactItems: [] };
      const first = TransactItems.map((_, at) => at === 0);
      return refused(sent, conflictAnswer(first));
    }
    if (fault === 'throttle') return refused(sent, throttleAnswer(service));
    if (fault === 'reset') return undefined;
    const answer = await contend(sent, operation, disconnected);
    return fault === 'lostAnswer' ? undefined : answer;
  };

  const listener: RequestListener = async (request, response) => {
    // A disconnected caller must not receive a queue message, for example.
    const disconnection = new AbortController();
    response.once('close', () => disconnection.abort());
    try {
      const { method = 'GET', url: path = '/', headers } = request;
      const body = await readBody(request, maxBodySize);
      const answer = await carry({ method, path, headers, body }, disconnection.signal);
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
      else response.destroy();
    } catch {
      response.destroy();
    }
  };
  const running = await listen(listener, 0);
  const close = () => {
    closing.abort();
    return running.close();
  };
  return Object.assign(chaos, { ...running, carry, close });
};

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
