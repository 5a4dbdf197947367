import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { InvokeStore } from '@aws/lambda-invoke-store';
import type { Context } from 'aws-lambda';
import { type FunctionName, functions } from '#infra/functions.ts';

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** What Lambda answers instead of a result: too many run, or the handler threw, took too long, or returned too much. */
export class FunctionError extends Error {
  readonly kind: 'Unhandled' | 'Timeout' | 'ResponseTooLarge' | 'RequestTooLarge' | 'Throttled';

  constructor(kind: FunctionError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface FunctionHost {
  /**
   * Runs a function with its event and a Lambda context, and answers what it returned.
   * Rejects with {@link FunctionError} where Lambda would report a function error.
   */
  invoke(name: FunctionName, event: object, requestId?: string): Promise<unknown>;
}

/** Lambda's limit for the event and for the result of a synchronous call. */
export const PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024;

export interface HostOptions {
  /** Functions that are loaded before the first call. */
  ahead: readonly FunctionName[];
  /** How many calls of all functions together may run at once; ten in a new AWS account. Without it any number. */
  concurrency?: number;
  /** Where the hosts of several threads count together. */
  running?: CallsUnderWay;
}

/** How many calls run; threads may share it. */
export type CallsUnderWay = Int32Array<SharedArrayBuffer>;
export const callsUnderWay = (): CallsUnderWay => new Int32Array(new SharedArrayBuffer(4));

/**
 * Loads the entries of functions of the privilege table into this thread, those of `ahead` now and others when they are
 * invoked first, and invokes them as Lambda does. The environment must be complete before: entries read it when they
 * are loaded.
 */
export async function loadFunctions(
  entriesDir: URL,
  { ahead, concurrency = Number.POSITIVE_INFINITY, running = callsUnderWay() }: HostOptions,
): Promise<FunctionHost> {
  // In Lambda a process serves one event at a time. Here many share one: the store keeps apart what each adds to its
  // logs. What they make while they load asks for one as well.
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
        // A copy, as Lambda sends it: what a handler changes in its event stays its own.
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
  const url = new URL(`${functions[name].entry}.ts`, directory(entriesDir));
  const module = (await import(/* @vite-ignore */ url.href)) as { handler?: unknown };
  if (typeof module.handler !== 'function') throw new Error(`${url.pathname} exports no handler`);
  return module.handler as Handler;
}

function directory(url: URL): URL {
  return url.href.endsWith('/') ? url : pathToFileURL(`${url.pathname}/`);
}

// A handler that is late goes on running here, while Lambda would freeze it; its result is dropped all the same.
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
