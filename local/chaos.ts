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
  /** While it is set every request passes, and none counts as a place in the run. */
  calm: boolean;
}

const largestBody = 12 * 1024 * 1024;

const targetOf = (request: IncomingMessage): { service: string; operation: string } => {
  const [service = '', operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.');
  return { service, operation };
};

/** A number in [0, 1) that depends on the seed and the request's place in the run alone, so that a failure replays. */
export const draw = (seed: string, nth: number): number =>
  createHash('sha256').update(`${seed}:${nth}`).digest().readUInt32BE(0) / 2 ** 32;

const conflictAnswer = (items: number): string =>
  JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: 'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]',
    CancellationReasons: Array.from({ length: items }, (_, at) =>
      at === 0 ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } : { Code: 'None' },
    ),
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
 * throttles, resets, and answers lost after the commit. Clients need not know of it; only their endpoint differs.
 */
export const startChaos = async (options: {
  target: string;
  seed: string;
  rates?: Partial<ChaosRates>;
  calm?: boolean;
}): Promise<RunningChaos> => {
  const chaos = {
    rates: { ...usualRates, ...options.rates },
    injected: { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 },
    calm: options.calm ?? false,
  };
  const { rates, injected } = chaos;
  let nth = 0;

  const pick = (operation: string): keyof ChaosRates | undefined => {
    if (chaos.calm) return undefined;
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
    // A caller who has left must not be given a message of a queue, for instance.
    response.once('close', () => onward.destroy());
    onward.end(body);
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const type = request.headers['content-type'] ?? 'application/x-amz-json-1.0';
    response.writeHead(400, { 'content-type': type }).end(body);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, largestBody);
    const { service, operation } = targetOf(request);
    const fault = pick(operation);
    if (fault) injected[fault]++;
    if (fault === 'conflict') {
      const { TransactItems } = JSON.parse(String(body)) as { TransactItems: [] };
      return refuse(request, response, conflictAnswer(TransactItems.length));
    }
    if (fault === 'throttle') return refuse(request, response, throttleAnswer(service));
    if (fault === 'reset') {
      response.destroy();
      return;
    }
    pass(request, body, response, fault === 'lostAnswer');
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  return Object.assign(chaos, await listen(server, 0));
};
