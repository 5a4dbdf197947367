import { createHash } from 'node:crypto';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Running, readBody } from './aws/http-listener.ts';

/** Probabilities per request, 0 to 1. The defaults are those of the reliability tests (quality C2). */
export interface ChaosRates {
  /** A transaction is cancelled with TransactionConflict; the local engines are serial and never do it themselves. */
  conflict: number;
  throttle: number;
  /** The connection breaks before the service has seen the request. */
  reset: number;
  /** The service carries the request out, and the connection breaks before the answer. */
  lostAnswer: number;
}

export const usualRates: ChaosRates = { conflict: 0.05, throttle: 0.05, reset: 0.01, lostAnswer: 0.01 };

export interface RunningChaos extends Running {
  /** What was injected so far, by kind. */
  injected: Record<keyof ChaosRates, number>;
  rates: ChaosRates;
}

const largestBody = 12 * 1024 * 1024;

const operationOf = (request: IncomingMessage): string =>
  String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';

/** A number in [0, 1) that depends on the seed and the request's place in the run alone, so that a failure replays. */
const draw = (seed: string, nth: number): number =>
  createHash('sha256').update(`${seed}:${nth}`).digest().readUInt32BE(0) / 2 ** 32;

const conflictAnswer = (items: number): string =>
  JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: 'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]',
    CancellationReasons: Array.from({ length: items }, (_, at) =>
      at === 0 ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } : { Code: 'None' },
    ),
  });

const throttleAnswer = JSON.stringify({
  __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  message: 'The level of configured provisioned throughput for the table was exceeded.',
});

/**
 * A seeded proxy in front of an AWS or partner endpoint that behaves as badly as the real one can: conflicts,
 * throttles, resets, and answers lost after the commit. Clients need not know of it; only their endpoint differs.
 */
export const startChaos = async (options: {
  target: string;
  seed: string;
  rates?: Partial<ChaosRates>;
}): Promise<RunningChaos> => {
  const rates = { ...usualRates, ...options.rates };
  const injected = { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 };
  let nth = 0;

  const pick = (operation: string): keyof ChaosRates | undefined => {
    let left = draw(options.seed, nth++);
    const possible = (['conflict', 'throttle', 'reset', 'lostAnswer'] as const).filter(
      (kind) => kind !== 'conflict' || operation === 'TransactWriteItems',
    );
    for (const kind of possible) {
      if (left < rates[kind]) return kind;
      left -= rates[kind];
    }
    return undefined;
  };

  const pass = (request: IncomingMessage, body: Buffer, response: ServerResponse, lose: boolean): void => {
    const target = new URL(request.url ?? '/', options.target);
    const onward = forward(target, { method: request.method, headers: request.headers }, (answer) => {
      if (lose) {
        answer.resume().once('end', () => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    onward.end(body);
  };

  const refuse = (response: ServerResponse, body: string): void => {
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, largestBody);
    const operation = operationOf(request);
    const fault = pick(operation);
    if (fault) injected[fault]++;
    if (fault === 'conflict')
      return refuse(response, conflictAnswer((JSON.parse(String(body)) as { TransactItems: [] }).TransactItems.length));
    if (fault === 'throttle') return refuse(response, throttleAnswer);
    if (fault === 'reset') {
      response.destroy();
      return;
    }
    pass(request, body, response, fault === 'lostAnswer');
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  return Object.assign(await listen(server, 0), { injected, rates });
};
