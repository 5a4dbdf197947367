import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A call of DynamoDB as the document client was given it. */
export interface RecordedCall {
  command: string;
  input: Record<string, unknown>;
}

/** What one request asked of DynamoDB: the calls of a wave went out together, a wave after the one before was answered. */
export type Recording = RecordedCall[][];

interface Running {
  waves: Recording;
  underWay: number;
}

/** A request with this header is recorded under its value. */
export const recordHeader = 'x-bench-record';

/**
 * Records what the requests of this process ask of DynamoDB, for those that wish it. What goes on in the background is
 * not theirs. Nothing of the product knows of it: it is put around the client and around the servers.
 */
export const recordRequests = (onRecorded: (name: string, recording: Recording) => void): void => {
  const requests = new AsyncLocalStorage<Running>();
  const send = DynamoDBDocumentClient.prototype.send as (...given: unknown[]) => Promise<unknown>;
  const recorded = async function (this: unknown, ...given: unknown[]): Promise<unknown> {
    const running = requests.getStore();
    const [command] = given as [{ constructor: { name: string }; input: Record<string, unknown> }];
    if (!running) return send.apply(this, given);
    if (running.underWay === 0) running.waves.push([]);
    running.waves.at(-1)?.push({ command: command.constructor.name, input: structuredClone(command.input) });
    running.underWay++;
    try {
      return await send.apply(this, given);
    } finally {
      running.underWay--;
    }
  };
  Object.assign(DynamoDBDocumentClient.prototype, { send: recorded });

  const emit = Server.prototype.emit as (this: Server, event: string | symbol, ...given: unknown[]) => boolean;
  Server.prototype.emit = function (this: Server, event: string | symbol, ...given: unknown[]): boolean {
    const [request, response] = given as [
      { headers?: Record<string, string | undefined> } | undefined,
      { once(event: string, listener: () => void): void } | undefined,
    ];
    const name = event === 'request' ? request?.headers?.[recordHeader] : undefined;
    if (name === undefined) return emit.call(this, event, ...given);
    const running: Running = { waves: [], underWay: 0 };
    response?.once('finish', () => onRecorded(name, running.waves));
    return requests.run(running, () => emit.call(this, event, ...given));
  };
};
