import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { BodyTooLargeError, listen, type Running, readBody } from './http-listener.ts';

export type { Running } from './http-listener.ts';

/** An error in the service's model: sent as `{"__type": type, "message": message}`. */
export class ServiceError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string, status = 400) {
    super(message);
    this.type = type;
    this.status = status;
  }
}

/**
 * Receives the parsed JSON body and returns the JSON response (undefined: empty body). `gone` aborts when the caller
 * disconnects early.
 */
export type Operation = (body: unknown, headers: IncomingHttpHeaders, disconnected: AbortSignal) => unknown;

/** Returns an operation that validates its input first; errors become a `ValidationException`. */
export function operation<Input extends z.ZodType>(
  input: Input,
  run: (input: z.output<Input>, headers: IncomingHttpHeaders, disconnected: AbortSignal) => unknown,
  invalidType = 'ValidationException',
): Operation {
  return (body, headers, disconnected) => {
    const parsed = input.safeParse(body);
    if (!parsed.success) throw new ServiceError(invalidType, z.prettifyError(parsed.error));
    return run(parsed.data, headers, disconnected);
  };
}

export interface PlainAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer;
}

/** A plain GET next to the operations, such as a pool's key set. */
export type PlainRoute = (url: URL, headers: IncomingHttpHeaders) => PlainAnswer | Promise<PlainAnswer>;

export interface JsonServiceOptions {
  port: number;
  /** The part before the dot in `X-Amz-Target`, such as `TrentService`. */
  target: string;
  operations: Record<string, Operation>;
  /** JSON protocol version; DynamoDB and SQS use 1.0, the others 1.1. */
  contentType?: '1.0' | '1.1';
  /** Allows browsers of any origin, as Cognito does. */
  cors?: boolean;
  routes?: Record<string, PlainRoute>;
  bodyLimitBytes?: number;
  /** May respond to a call before the service sees it. */
  firewall?: (request: IncomingMessage) => PlainAnswer | undefined;
}

/** Serves AWS's JSON protocols: one POST, the operation in `X-Amz-Target`, typed errors by `__type`. */
export function startJsonService(options: JsonServiceOptions): Promise<Running> {
  return listen((request, response) => answer(options, request, response), options.port);
}

async function answer(options: JsonServiceOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomUUID();
  response.setHeader('x-amzn-requestid', requestId);
  const blocked = options.firewall?.(request);
  if (blocked) {
    response.writeHead(blocked.status ?? 403, blocked.headers).end(blocked.body);
    return;
  }
  if (options.cors) allowBrowsers(request, response);
  if (options.cors && request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'GET' || request.method === 'HEAD') {
    const route = options.routes?.[url.pathname];
    const plain = route ? await route(url, request.headers) : { status: 404, body: 'Not found\n' };
    response.writeHead(plain.status ?? 200, plain.headers).end(request.method === 'HEAD' ? undefined : plain.body);
    return;
  }
  const disconnection = new AbortController();
  response.once('close', () => disconnection.abort());
  const { status, body } = await call(options, request, requestId, disconnection.signal);
  response.writeHead(status, { 'content-type': `application/x-amz-json-${options.contentType ?? '1.1'}` });
  response.end(body === undefined ? '' : JSON.stringify(body));
}

async function call(
  options: JsonServiceOptions,
  request: IncomingMessage,
  requestId: string,
  disconnected: AbortSignal,
): Promise<{ status: number; body: unknown }> {
  try {
    const input = parseJson(await readBody(request, options.bodyLimitBytes ?? 1_100_000));
    const [target, name = ''] = String(request.headers['x-amz-target'] ?? '').split('.');
    const run = target === options.target && Object.hasOwn(options.operations, name) && options.operations[name];
    if (!run) throw new ServiceError('UnknownOperationException', `No operation ${target}.${name} here`);
    return { status: 200, body: await run(input, request.headers, disconnected) };
  } catch (error) {
    if (error instanceof ServiceError) {
      return { status: error.status, body: { __type: error.type, message: error.message } };
    }
    if (error instanceof BodyTooLargeError) {
      return { status: 413, body: { __type: 'RequestEntityTooLargeException', message: error.message } };
    }
    process.stderr.write(`${options.target} ${requestId}: ${error instanceof Error ? error.stack : String(error)}\n`);
    return { status: 500, body: { __type: 'InternalFailure', message: `Internal failure, request ${requestId}` } };
  }
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ServiceError('SerializationException', 'The body is not JSON');
  }
}

function allowBrowsers(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', 'x-amzn-requestid, x-amzn-errortype');
  if (request.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-max-age', '3600');
}
