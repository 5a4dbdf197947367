import { setTimeout as wait } from 'node:timers/promises';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, Context as LambdaContext } from 'aws-lambda';
import { can, type Permission } from '#domain/access/roles.ts';
import { secondFactorMessages, secondFactorRequired } from '#domain/access/second-factor.ts';
import { type Endpoint, type HandlerInput, routePath } from '#domain/contract/endpoint.ts';
import { AppError, notFound } from '#domain/contract/errors.ts';
import { AlreadyAnswered, type FirstAnswer, firstAnswer, requestIdentity } from '#functions/store/idempotency.ts';
import { keysOf, sharedKeys } from '#functions/store/keys.ts';
import { authenticator } from './authenticate.ts';
import {
  type Actor,
  type Dependencies,
  type Handlers,
  publicContext,
  type RequestInfo,
  staffContext,
  tableOf,
} from './context.ts';
import { type Guards, guardsOf } from './guards.ts';
import { parsed, readBody } from './request.ts';
import { type Answer, answer, errorAnswer } from './respond.ts';

type Event = APIGatewayProxyEventV2WithJWTAuthorizer;
// The table of routes holds handlers of many types; each was checked against its own row by `implement`.
type AnyHandler = (input: HandlerInput<Endpoint>, context: never) => Promise<unknown>;
interface Route {
  row: Endpoint;
  run: AnyHandler;
}
export type Routes = readonly Route[];

/** Pairs an area's rows with their handlers; a row without a handler does not compile. */
export const implement = <Rows extends Record<string, Endpoint>>(rows: Rows, handlers: Handlers<Rows>): Routes =>
  Object.entries(rows).map(([name, row]) => ({ row, run: handlers[name] as unknown as AnyHandler }));

const template = (path: string): RegExp =>
  new RegExp(
    `^${routePath(path)
      .replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
      .replace(/\./g, '\\.')}$`,
  );

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notFound();
  }
};

const matcher = (routes: Routes) => {
  // Fixed paths before templates, so that `cases/check-number` is never read as a case's id.
  const known = routes
    .map((route) => ({ ...route, pattern: template(route.row.path) }))
    .sort((a, b) => Number(a.row.path.includes('{')) - Number(b.row.path.includes('{')));
  return (method: string, rawPath: string): Route & { params: Record<string, string> } => {
    const path = routePath(rawPath);
    const here = known.filter(({ pattern }) => pattern.test(path));
    const route = here.find(({ row }) => row.method === method);
    if (!route) throw here.length ? new AppError('methodNotAllowed') : notFound();
    const groups = route.pattern.exec(path)?.groups ?? {};
    return {
      ...route,
      params: Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decoded(value)])),
    };
  };
};

const requestOf = (event: Event, row: Endpoint, body: unknown, caller: string): RequestInfo => {
  const key = row.idempotent ? event.headers['idempotency-key'] : undefined;
  if (key !== undefined && (key === '' || key.length > 255))
    throw new AppError('invalid', { detail: 'Idempotency-Key must have 1 to 255 characters.' });
  const fresh = new Set(row.freshPerTry);
  const told = JSON.stringify(body, (name, value: unknown) => (fresh.has(name) ? undefined : value));
  return {
    id: event.requestContext.requestId,
    ip: event.headers['x-viewer-ip'] ?? event.requestContext.http.sourceIp ?? null,
    method: row.method,
    path: row.path,
    bearer: (event.headers.authorization ?? '').replace(/^Bearer /i, ''),
    idempotency: key
      ? requestIdentity(`${caller}\n${row.path}`, key, `${routePath(event.rawPath)}\n${told}`)
      : undefined,
  };
};

const replay = (given: FirstAnswer, request: RequestInfo): unknown => {
  if (given.requestHash !== request.idempotency?.requestHash)
    throw new AppError('conflict', { detail: 'This Idempotency-Key was used with a different request.' });
  return given.answer;
};

const earlier = async (
  deps: Dependencies,
  request: RequestInfo,
  actor: Actor | undefined,
): Promise<{ body: unknown } | undefined> => {
  if (!request.idempotency) return undefined;
  const key = actor
    ? keysOf(actor.organizationId).idempotency(request.idempotency.key)
    : sharedKeys.publicIdempotency(request.idempotency.key);
  const found = await firstAnswer(tableOf(deps), key, request.idempotency, deps.now());
  return found && { body: replay(found, request) };
};

const twinWaitsMs = [0, 100, 200, 400, 800];

/** The answer of a twin of this request that committed while this one was refused, say for a bot token it used up. */
const twin = async (error: AppError, look: () => ReturnType<typeof earlier>): ReturnType<typeof earlier> => {
  for (const milliseconds of error.details.perhapsTwin ? twinWaitsMs : [0]) {
    if (milliseconds) await wait(milliseconds);
    const found = await look();
    if (found) return found;
  }
  return undefined;
};

const pathParams = (row: Endpoint, params: Record<string, string>): unknown => {
  const result = row.params?.safeParse(params);
  // An id that cannot exist is an id that does not exist.
  if (result && !result.success) throw notFound();
  return result?.data;
};

const serve = async (
  deps: Dependencies,
  guards: Guards,
  authenticate: ReturnType<typeof authenticator>,
  match: ReturnType<typeof matcher>,
  event: Event,
) => {
  await guards.origin(event);
  const { row, run, params } = match(event.requestContext.http.method, event.rawPath);
  const actor = row.may === 'public' ? undefined : await authenticate(event);
  deps.logger.appendKeys({
    route: `${row.method} ${row.path}`,
    organization_id: actor?.organizationId,
    actor_id: actor?.id,
  });
  if (actor?.secondFactor === 'missing' && !row.beforeSecondFactor)
    throw new AppError('forbidden', {
      detail: secondFactorMessages.required,
      extra: { code: secondFactorRequired },
      reason: 'second factor',
    });
  if (actor && !can(actor, row.may as Permission)) throw new AppError('forbidden', { reason: `needs ${row.may}` });
  const raw = readBody(event, row);
  const request = requestOf(event, row, raw, actor?.id ?? 'public');
  const rate = await guards.rate(row, request, actor, { body: raw, query: event.queryStringParameters ?? {} });
  const input = {
    params: pathParams(row, params),
    query: parsed(row.query, event.queryStringParameters ?? {}),
    body: parsed(row.body, raw),
  } as HandlerInput<Endpoint>;
  const context = actor ? staffContext(deps, request, actor, authenticate) : publicContext(deps, request);
  const before = await earlier(deps, request, actor);
  let body: unknown;
  try {
    body = before ? before.body : await run(input, context as never);
  } catch (error) {
    if (error instanceof AlreadyAnswered) body = replay(error.first, request);
    else {
      const other =
        request.idempotency && error instanceof AppError
          ? await twin(error, () => earlier(deps, request, actor))
          : undefined;
      if (!other) throw error;
      body = other.body;
    }
  }
  return answer(row.status ?? 200, row.response.parse(body), rate);
};

/**
 * A Lambda handler over contract rows. Order of refusal: origin, route, session, second factor, permission, body, rate, input.
 * Answers are stripped to what their schema documents. Logs carry routes, ids and times, never values (quality S-13).
 */
export const createApi = (
  routes: Routes,
  deps: Dependencies,
  settings: Parameters<typeof guardsOf>[1] & { clientId: string },
) => {
  const guards = guardsOf(deps, settings);
  const authenticate = authenticator(() => tableOf(deps), settings.clientId, deps.now);
  const match = matcher(routes);
  return middy<Event, Answer, Error, LambdaContext>()
    .before(({ event }) => {
      deps.logger.resetKeys();
      deps.logger.appendKeys({ request_id: event.requestContext.requestId });
    })
    .onError((request) => {
      const { error, event } = request;
      const status = error instanceof AppError ? error.status : 500;
      const reason = error instanceof AppError ? (error.details.reason ?? error.kind) : (error?.name ?? 'unknown');
      deps.logger[status >= 500 ? 'error' : 'info']('refused', {
        status,
        reason,
        stack: status === 500 ? stackOf(error) : undefined,
      });
      request.response = errorAnswer(error, event.requestContext.requestId);
    })
    .handler(async (event: Event) => {
      const started = performance.now();
      const result = await serve(deps, guards, authenticate, match, event);
      deps.logger.info('served', { status: result.statusCode, ms: Math.round(performance.now() - started) });
      return result;
    });
};

/** Where an unexpected error arose, without its message: messages can quote what a family entered. */
const stackOf = (error: Error | null | undefined): string[] =>
  (error?.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
