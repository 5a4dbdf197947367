import { createHash } from 'node:crypto';
import { request as forward, type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http';
import { listen, type Running, readBody } from '#local/aws/http-listener.ts';
import { pause } from '../sleep.ts';

/** What an operation does to items, as far as others may not do so at the same time. */
type Use = { kind: 'transaction'; token: string; keys: string[] } | { kind: 'write'; keys: string[] };

/** How DynamoDB refuses it. */
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

/** The items that a request uses; undefined when it locks none. */
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
 * Items in use, as DynamoDB has them: while a transaction works on an item, every other transaction and every single
 * write on it is refused; while a single write works on it, transactions are. Single writes wait for each other and
 * are never refused for that. The local engines do one thing after the other and know no conflict.
 */
class ItemLocks {
  readonly #transactions = new Map<string, string>();
  readonly #writes = new Map<string, number>();
  readonly #tokens = new Set<string>();

  /** Why the request is refused now; undefined when nothing is in its way. */
  refusal(use: Use): Refusal | undefined {
    if (use.kind === 'write') {
      const meets = use.keys.some((key) => this.#transactions.has(key));
      return meets ? { type: 'TransactionConflictException' } : undefined;
    }
    if (use.token && this.#tokens.has(use.token)) return { type: 'TransactionInProgressException' };
    const reasons = use.keys.map((key) => this.#transactions.has(key) || this.#writes.has(key));
    return reasons.includes(true) ? { reasons } : undefined;
  }

  /** Holds the items until what it answers is called. */
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

/** Probabilities per request, 0 to 1. The defaults are those of the reliability tests (quality C2). */
export interface ChaosRates {
  /** A transaction is cancelled with TransactionConflict out of nothing, with nobody else at its items. */
  conflict: number;
  throttle: number;
  /** The connection breaks before the service has seen the request. */
  reset: number;
  /** The service carries the request out, and the connection breaks before the answer. */
  lostAnswer: number;
}

/** A transaction has its items so long at least before it is applied, however slow the engine is. */
const leastHoldMs = 2;
/** How much of what the engine took lately is what it took for the last transaction. */
const lastPart = 0.1;

const noRates: ChaosRates = { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 };
export const defaultRates: ChaosRates = { conflict: 0.05, throttle: 0.05, reset: 0.01, lostAnswer: 0.01 };

/** A request as a chaos takes it. */
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
  /** What was injected so far, by kind; `contended`: requests that met another one at their items. */
  injected: Record<keyof ChaosRates | 'contended', number>;
  rates: ChaosRates;
  /** While it is set every request passes, and none counts as a place in the run. */
  calm: boolean;
  /**
   * How long a transaction has its items, in milliseconds, until it has been applied to all of them: with the time that the engine
   * takes for it. In AWS whatever else wants them meanwhile is refused; the local engines do one thing after the other.
   */
  holdMs: number;
  /** What its server does with a request, for callers in this process; undefined where the connection breaks. */
  carry(sent: Sent, left?: AbortSignal): Promise<Answered | undefined>;
}

interface ChaosOptions {
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

/** A number in [0, 1) that depends on the seed and the request's place in the run alone, so that a failure replays. */
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
 * A seeded proxy in front of an AWS or partner endpoint that behaves as badly as the real one can: conflicts,
 * throttles, resets, and answers lost after the commit; in front of the database engine also the contention of
 * the real one. Clients need not know of it; only their endpoint differs.
 */
export const startChaos = async ({ target, seed, ...options }: ChaosOptions): Promise<RunningChaos> => {
  const chaos = {
    rates: { ...defaultRates, ...options.rates },
    injected: { ...noRates, contended: 0 },
    ...{ calm: options.calm ?? false, holdMs: options.holdMs ?? 0 },
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

  const pass = async ({ method, path, headers, body }: Sent, left?: AbortSignal): Promise<Answered> => {
    const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const onward = forward(new URL(path, target), { method, headers, ...(left && { signal: left }) }, resolve);
    onward.on('error', reject).end(body);
    const answer = await answered;
    const { statusCode: status = 502, headers: said } = answer;
    return { status, headers: said, body: await readBody(answer, Number.POSITIVE_INFINITY) };
  };

  /** Passes a request on while it has its items, or refuses it when somebody else has them. */
  const contend = async (sent: Sent, operation: string, left?: AbortSignal): Promise<Answered> => {
    const use = chaos.holdMs && !chaos.calm ? itemUseOf(operation, sent.body) : undefined;
    if (!use) return pass(sent, left);
    const refusal = locks.refusal(use);
    if (refusal) {
      injected.contended++;
      return refused(sent, refusalAnswer(refusal));
    }
    const release = locks.take(use);
    if (use.kind === 'write') return pass(sent, left).finally(release);
    // Until it is applied, others read what stood before. It is applied even if its caller has gone meanwhile.
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

  const carry = async (sent: Sent, left?: AbortSignal): Promise<Answered | undefined> => {
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
    const answer = await contend(sent, operation, left);
    return fault === 'lostAnswer' ? undefined : answer;
  };

  const listener: RequestListener = async (request, response) => {
    // A caller who has left must not be given a message of a queue, for instance.
    const left = new AbortController();
    response.once('close', () => left.abort());
    try {
      const { method = 'GET', url: path = '/', headers } = request;
      const body = await readBody(request, maxBodySize);
      const answer = await carry({ method, path, headers, body }, left.signal);
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
