import { hash, hkdfSync } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { hasPermission } from '#domain/shared/access/roles.ts';
import {
  freshSecondFactorMessage,
  freshSecondFactorRequired,
  isFreshSecondFactor,
  secondFactorMessages,
  secondFactorRequired,
} from '#domain/shared/access/second-factor.ts';
import { type Endpoint, isJson, routeKey, routePath, type UploadedFile } from '#domain/shared/contract/endpoint.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { count } from '../adapters/metrics.ts';
import { auditWrite } from '../store/audit/audit-log.ts';
import { keysOf, sharedKeys } from '../store/keys.ts';
import { withLambdaDeadline } from '../store/retries.ts';
import { sortedJson } from '../store/sorted-json.ts';
import { decrypt, encrypt } from '../store/subject-keys.ts';
import type { Table } from '../store/table.ts';
import {
  AlreadyProcessedError,
  differentRequest,
  firstAnswer,
  type RequestIdentity,
  requestIdentity,
  type StoredResponse,
} from '../store/transactions/idempotency.ts';
import {
  ActorChangedError,
  type Answer,
  type ApiDependencies,
  type ApiEvent,
  type Call,
  type CallContext,
  type CallMiddleware,
  type Cursor,
  type Handler,
  type RequestInfo,
} from './actor.ts';
import { authenticator, type FindMember } from './authenticate.ts';
import { type Dependencies, type DependencyName, requireDependency } from './dependencies.ts';
import { tableOf, traceOf } from './handler.ts';
import { countAcceptedRequest, countRequest } from './limits.ts';
import { answer, replayedResponse } from './middleware/answer.ts';
import { answerErrors } from './middleware/errors.ts';
import { body, input } from './middleware/input.ts';
import { log } from './middleware/log.ts';
import { type OriginSettings, origin } from './middleware/origin.ts';

const maxKeyLength = 255;

const digested = (body: unknown): unknown => {
  const { files, ...rest } = (body ?? {}) as { files?: Record<string, UploadedFile> };
  if (!files) return body;
  const digests = Object.entries(files).map(([name, { bytes, ...file }]) => [
    name,
    { ...file, bytes: hash('sha256', bytes) },
  ]);
  return { ...rest, files: Object.fromEntries(digests) };
};

/** Returns the identity of a request and its retries, independent of key order; undefined without a key. Throws 400. */
export const identityOf = (
  { handler: { endpoint }, actor, body }: Call,
  key: string | undefined,
  path: string,
): RequestIdentity | undefined => {
  if (!endpoint.idempotent || key === undefined) return undefined;
  if (key === '' || key.length > maxKeyLength)
    throw new AppError('invalid', { detail: `Idempotency-Key must have 1 to ${maxKeyLength} characters.` });
  const content = sortedJson(
    isJson(endpoint.body) ? body : digested(body),
    new Set(endpoint.excludedFromRequestIdentity),
  );
  return requestIdentity(`${actor?.id ?? 'public'}\n${endpoint.path}`, key, `${path}\n${content}`);
};

const twinWaitsMs = [0, 100, 200, 400, 800];

/** Returns the first response to an Idempotency-Key, also if the commit loses to a concurrent duplicate. */
export const idempotency = ({ table }: { table: () => Table }): CallMiddleware => {
  const find = async ({ actor, identity, now }: Call): Promise<StoredResponse | undefined> => {
    if (!identity) return undefined;
    const key = actor
      ? keysOf(actor.organizationId).idempotency(identity.key)
      : sharedKeys.publicIdempotency(identity.key);
    return firstAnswer(table(), key, identity, now);
  };

  const foundAfter = async (error: unknown, call: Call): Promise<StoredResponse | undefined> => {
    if (error instanceof AlreadyProcessedError) return error.first;
    if (!call.identity || !(error instanceof AppError)) return undefined;
    for (const milliseconds of error.details.perhapsTwin ? twinWaitsMs : [0]) {
      if (milliseconds) await wait(milliseconds);
      const found = await find(call);
      if (found) return found;
    }
    return undefined;
  };

  const sameRequest = ({ requestHash }: StoredResponse, { identity }: Call): void => {
    if (requestHash !== identity?.requestHash) throw differentRequest();
  };

  return {
    async before({ event, context: { call } }) {
      call.identity = identityOf(call, event.headers['idempotency-key'], routePath(event.rawPath));
      call.replayed = await find(call);
      if (call.replayed) sameRequest(call.replayed, call);
    },
    async onError(request) {
      const { call } = request.context as { call?: Call };
      if (!call?.identity) return;
      try {
        const first = await foundAfter(request.error, call);
        if (!first) return;
        sameRequest(first, call);
        request.response = replayedResponse(call, first.answer);
        request.error = undefined;
      } catch (error) {
        request.error = error as Error;
      }
    },
  };
};

const field = 'cursor';

/** Binds a cursor to the caller, the endpoint and its input. */
const boundTo = ({ actor, handler: { endpoint }, input }: Call): Buffer =>
  Buffer.from(sortedJson([actor?.id ?? 'public', endpoint.method, endpoint.path, input], new Set([field])));

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'stillwater', 'cursor', 32));

const opened = (secret: string, bytes: Buffer, bound: Buffer): string | undefined => {
  try {
    return decrypt(keyOf(secret), bytes, bound).toString('utf8');
  } catch {
    return undefined;
  }
};

/** Creates a call's cursors, encrypted by the secret that all API functions share; the previous one still decrypts. */
export const cursorOf = (call: Call, secrets: () => Promise<readonly string[]>): Cursor => ({
  async seal(position) {
    const [current] = await secrets();
    if (current === undefined) throw new Error('no secret to seal a cursor with');
    return encrypt(keyOf(current), Buffer.from(position), boundTo(call)).toString('base64url');
  },
  async open(cursor, refusal = 'Invalid cursor') {
    const bytes = Buffer.from(cursor, 'base64url');
    for (const secret of await secrets()) {
      const position = opened(secret, bytes, boundTo(call));
      if (position !== undefined) return position;
    }
    throw invalid({ [field]: [refusal] });
  },
});

const requestOf = ({ requestContext, headers }: ApiEvent, path: string): RequestInfo => ({
  id: requestContext.requestId,
  ip: headers['x-viewer-ip'] ?? requestContext.http.sourceIp ?? null,
  path,
  bearer: (headers.authorization ?? '').replace(/^Bearer /i, ''),
});

/** Finds the handler by the route that API Gateway matched, which may serve every method of a path. */
export const route = (
  handlers: readonly Handler[],
  { logger, now }: { logger: Logger; now: () => Date },
): CallMiddleware => {
  const byKey = new Map(handlers.map((handler) => [routeKey(handler.endpoint), handler]));
  return {
    before({ event, context }) {
      const handler = byKey.get(event.routeKey.replace(/^ANY /, `${event.requestContext.http.method} `));
      if (!handler) throw notFound();
      const { endpoint } = handler;
      logger.appendKeys({ route: `${endpoint.method} ${endpoint.path}` });
      context.call = {
        handler,
        request: requestOf(event, endpoint.path),
        now: now(),
        pathParameters: Object.fromEntries(
          Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, value ?? '']),
        ),
        input: { params: undefined, query: undefined, body: undefined },
        headers: {},
      };
    },
  };
};

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Records denied reveals in the audit log (S-41); the response does not change, even if that fails. */
export const denied = (provisions: Partial<Dependencies>): CallMiddleware => ({
  async onError({ error, context }) {
    const { call } = context as { call?: Call };
    const auditAction = call?.handler.endpoint.auditActionOnDenied;
    const id = call?.pathParameters.id ?? '';
    if (!call?.actor || !auditAction || !uuid.test(id) || !(error instanceof AppError) || error.status !== 403) return;
    count('RevealsRefused');
    const entry = auditWrite(keysOf(call.actor.organizationId), traceOf(call), auditAction, id);
    await tableOf(call, provisions, call.actor.organizationId)
      .transact([entry])
      .catch(() => undefined);
  },
});

const assertFreshSecondFactor = ({ actor, handler: { endpoint }, now }: Call): void => {
  if (!endpoint.requiresRecentMfa || (actor && isFreshSecondFactor(actor, now))) return;
  throw new AppError('forbidden', {
    detail: freshSecondFactorMessage,
    extra: { code: freshSecondFactorRequired },
    reason: 'fresh second factor',
  });
};

/** Runs after the permission check. */
export const requiresRecentMfa = (): CallMiddleware => ({
  before: ({ context: { call } }) => assertFreshSecondFactor(call),
});

/** Identifies the caller of every non-public call. */
export const session = (
  authenticate: ReturnType<typeof authenticator>,
  { logger }: { logger: Logger },
): CallMiddleware => ({
  async before({ event, context: { call } }) {
    const { permission: may, skipActorCache: fresh } = call.handler.endpoint;
    if (may === 'public') return;
    call.actor = await authenticate(event, { fresh: fresh ?? false });
    logger.appendKeys({ organization_id: call.actor.organizationId, actor_id: call.actor.id });
  },
});

const assertSecondFactor = ({ actor, handler }: Call): void => {
  if (actor?.secondFactor !== 'missing' || handler.endpoint.allowedBeforeMfa) return;
  throw new AppError('forbidden', {
    detail: secondFactorMessages.required,
    extra: { code: secondFactorRequired },
    reason: 'second factor',
  });
};

/** Rejects callers whose organization requires a second factor that was not used. */
export const secondFactor = (): CallMiddleware => ({ before: ({ context: { call } }) => assertSecondFactor(call) });

const assertPermitted = ({ actor, handler }: Call): void => {
  const { permission: may, forbidden: detail } = handler.endpoint;
  if (may === 'public') return;
  if (!actor || !hasPermission(actor, may))
    throw new AppError('forbidden', { reason: `needs ${may}`, ...(detail && { detail }) });
};

/** Rejects callers whose role does not permit the call. */
export const permission = (): CallMiddleware => ({ before: ({ context: { call } }) => assertPermitted(call) });

/** Counts every call, also those rejected later, which slows guessing down. */
export const rate = ({ table, on }: { table: () => Table; on: boolean }): CallMiddleware => ({
  async before({ event, context: { call } }) {
    if (on) Object.assign(call.headers, await countRequest(table, call, event.queryStringParameters ?? {}));
  },
});

export interface ApiSettings extends OriginSettings {
  logger: Logger;
  now: () => Date;
  clientId: string;
  findMember: FindMember;
  rateLimits: boolean;
}

/**
 * Creates a Lambda handler. Checks run in this order: origin, route, session, second factor, rate, permission, recent
 * second factor, body, input. Logs contain routes, ids and times, never values (S-13).
 */
export const createApi = <P extends DependencyName>(
  handlers: readonly Handler<Endpoint, P>[],
  provisions: Pick<Dependencies, NoInfer<P>>,
  { logger, now, clientId, findMember, originSecrets, siteOrigins, rateLimits }: ApiSettings,
) => {
  const all: Partial<Dependencies> = provisions;
  const table = () => requireDependency(all, 'table');
  const authenticate = authenticator(table, findMember, clientId, now);
  const dependencies: ApiDependencies = {
    provisions: all,
    actors: authenticate,
    cursorOf: (call) => cursorOf(call, originSecrets),
    countAccepted: async (call, by, about) => (rateLimits ? countAcceptedRequest(table, call, by, about) : undefined),
  };
  /** If a commit finds that the actor changed, reloads the actor and retries once. */
  const run = async (event: ApiEvent, call: Call): Promise<unknown> => {
    try {
      return await call.handler.run(call, dependencies);
    } catch (error) {
      if (!(error instanceof ActorChangedError)) throw error;
      call.actor = await authenticate(event, { fresh: true });
      assertSecondFactor(call);
      assertPermitted(call);
      assertFreshSecondFactor(call);
      return call.handler.run(call, dependencies);
    }
  };
  // middy's own early timeout (a timer and abort signal per call) would fire after our deadline.
  const chain = middy<ApiEvent, Answer, Error, CallContext>({ timeoutEarlyInMillis: 0 })
    .use(
      log<ApiEvent, Answer>({
        logger,
        message: 'served',
        requestId: ({ requestContext }) => requestContext.requestId,
        outcome: ({ statusCode }) => ({ status: statusCode }),
      }),
    )
    .use(answerErrors({ logger }))
    .use(origin({ originSecrets, siteOrigins }))
    .use(route(handlers, { logger, now }))
    .use(session(authenticate, { logger }))
    .use(secondFactor())
    .use(rate({ table, on: rateLimits }))
    .use(denied(all))
    .use(permission())
    .use(requiresRecentMfa())
    .use(body(all))
    .use(input())
    .use(answer())
    .use(idempotency({ table }))
    .handler(async (event, { call }) => {
      call.output = call.replayed ? call.replayed.answer : await run(event, call);
      return {};
    });
  return (event: ApiEvent, context: Context): Promise<Answer> =>
    // Returns our 503 before the time limit, instead of the gateway's 500.
    withLambdaDeadline(context, () => chain(event, context as CallContext));
};
