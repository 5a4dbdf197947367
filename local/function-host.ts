import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { InvokeStore } from '@aws/lambda-invoke-store';
import type { Context } from 'aws-lambda';
import { type FunctionName, functions } from '#infra/functions.ts';

const names = Object.keys(functions) as FunctionName[];

export const triggered = names.filter((name) => {
  const row = functions[name];
  return 'trigger' in row && !('userPool' in row.trigger);
});
export const requested = names.filter((name) => !triggered.includes(name));

export const undeliveredQueue = (name: FunctionName): string => `${name}-undelivered`;

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** A Lambda error instead of a result: throttled, thrown, timed out, or the result was too large. */
export class FunctionError extends Error {
  readonly kind: 'Unhandled' | 'Timeout' | 'ResponseTooLarge' | 'RequestTooLarge' | 'Throttled';

  constructor(kind: FunctionError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface FunctionHost {
  /**
   * Runs a function with its event and a Lambda context and returns its result. Rejects with {@link FunctionError}
   * where Lambda reports a function error.
   */
  invoke(name: FunctionName, event: object, requestId?: string): Promise<unknown>;
}

/** Lambda's limit for event and result of a synchronous call. */
export const PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024;

export interface HostOptions {
  /** Functions loaded before the first call. */
  ahead: readonly FunctionName[];
  /** Maximum concurrent calls of all functions; ten in a new AWS account. Unlimited if undefined. */
  concurrency?: number;
  running?: CallsUnderWay;
}

export type CallsUnderWay = Int32Array<SharedArrayBuffer>;
export const callsUnderWay = (): CallsUnderWay => new Int32Array(new SharedArrayBuffer(4));

/**
 * Loads entries of functions of the privilege table into this thread, those of `ahead` now and others on first use, and
 * invokes them as Lambda does. The environment must be complete, because entries read it when loaded.
 */
export async function loadFunctions(
  entriesDir: URL,
  { ahead, concurrency = Number.POSITIVE_INFINITY, running = callsUnderWay() }: HostOptions,
): Promise<FunctionHost> {
  // A Lambda process serves one event at a time; here many share one, so the store separates their log fields. Module
  // loading needs a store too.
  const store = await InvokeStore.getInstanceAsync(true);
  const handlers = new Map<FunctionName, Promise<Handler>>();
  const handlerOf = (name: FunctionName): Promise<Handler> => {
    const handler = handlers.get(name) ?? store.run({}, () => loadHandler(entriesDir, name));
    handlers.set(name, handler);
    return handler;
  };
  await Promise.all(ahead.map(handlerOf));
  return {
    async invoke(name, event, requestId = randomUUID()) {
      const handler = await handlerOf(name);
      const payload = JSON.stringify(event);
      if (Buffer.byteLength(payload) > PAYLOAD_LIMIT_BYTES) {
        throw new FunctionError('RequestTooLarge', `The event for ${name} is larger than 6 MB`);
      }
      if (Atomics.add(running, 0, 1) >= concurrency) {
        Atomics.sub(running, 0, 1);
        throw new FunctionError('Throttled', `${requestId} Rate Exceeded.`);
      }
      try {
        // A copy, as Lambda sends it: a handler's changes to its event stay local.
        return await withinTime(name, requestId, (context) =>
          store.run({}, () => handler(JSON.parse(payload), context)),
        );
      } finally {
        Atomics.sub(running, 0, 1);
      }
    },
  };
}

async function loadHandler(entriesDir: URL, name: FunctionName): Promise<Handler> {
  const url = new URL(`${name}.ts`, directory(entriesDir));
  const module = (await import(/* @vite-ignore */ url.href)) as { handler?: unknown };
  if (typeof module.handler !== 'function') throw new Error(`${url.pathname} exports no handler`);
  return module.handler as Handler;
}

function directory(url: URL): URL {
  return url.href.endsWith('/') ? url : pathToFileURL(`${url.pathname}/`);
}

// A late handler keeps running here, while Lambda would freeze it; its result is dropped either way.
async function withinTime(
  name: FunctionName,
  requestId: string,
  run: (context: Context) => Promise<unknown>,
): Promise<unknown> {
  const limitMs = functions[name].timeoutSeconds * 1000;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const seconds = (limitMs / 1000).toFixed(2);
  const timer = setTimeout(
    () => reject(new FunctionError('Timeout', `${requestId} Task timed out after ${seconds} seconds`)),
    limitMs,
  );
  try {
    return await Promise.race([run(contextOf(name, requestId, Date.now() + limitMs)), late]);
  } catch (error) {
    if (error instanceof FunctionError) throw error;
    throw new FunctionError('Unhandled', error instanceof Error ? error.message : String(error), error);
  } finally {
    clearTimeout(timer);
  }
}

function contextOf(name: FunctionName, requestId: string, deadline: number): Context {
  const functionName = `stillwater-${name}`;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn(name),
    memoryLimitInMB: String(functions[name].memoryMb),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}

export function functionArn(name: FunctionName): string {
  return `arn:aws:lambda:us-east-1:000000000000:function:stillwater-${name}`;
}
