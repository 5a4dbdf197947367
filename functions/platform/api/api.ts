import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
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
import { type Endpoint, routeKey, routePath } from '#domain/shared/contract/endpoint.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { count } from '../adapters/metrics.ts';
import { auditWrite } from '../store/audit/audit-log.ts';
import { keysOf } from '../store/keys.ts';
import { sharedKeys } from '../store/organization-registry.ts';
import { sortedJson } from '../store/sorted-json.ts';
import type { Table } from '../store/table.ts';
import {
  AlreadyProcessedError,
  differentRequest,
  firstAnswer,
  type StoredResponse,
} from '../store/transactions/idempotency.ts';
import { authenticator } from './authenticate.ts';
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
} from './grants.ts';
import { tableOf, traceOf } from './handler.ts';
import { type Dependencies, type DependencyName, requireDependency } from './handler-dependencies.ts';
import { withLambdaDeadline } from './lambda-deadline.ts';
import { countAcceptedRequest, countRequest } from './limits.ts';
import { answer, replayedResponse } from './middleware/answer.ts';
import { body } from './middleware/body.ts';
import { answerErrors } from './middleware/errors.ts';
import { log } from './middleware/log.ts';
import { type OriginSettings, origin } from './middleware/origin.ts';
import { input } from './middleware/parse-input.ts';
import { identityOf } from './request-identity.ts';

const twinWaitsMs = [0, 100, 200, 400, 800];

/**
 * One Idempotency-Key, one effect and one answer. The first answer is looked up before the handler runs; a handler that
 * finds at its commit that another was faster, or that was refused because its own twin used something up, gets the
 * twin's answer.
 */
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
        // What follows in the chain sees a call that was answered.
        request.error = undefined;
      } catch (error) {
        request.error = error as Error;
      }
    },
  };
};

const ivBytes = 12;
const tagBytes = 16;
const field = 'cursor';

/** What a cursor is bound to: who asks, which call, and everything that is asked but the cursor itself. */
const boundTo = ({ actor, handler: { row }, input }: Call): Buffer =>
  Buffer.from(sortedJson([actor?.id ?? 'public', row.method, row.path, input], new Set([field])));

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'stillwater', 'cursor', 32));

const opened = (secret: string, bytes: Buffer, bound: Buffer): string | undefined => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, ivBytes));
    decipher.setAAD(bound).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return `${decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`;
  } catch {
    return undefined;
  }
};

/**
 * Cursors of one call, sealed under a key made of the secret that every function of the API has. While that is rotated
 * the previous one opens too, and a walk goes on.
 */
export const cursorOf = (call: Call, secrets: () => Promise<readonly string[]>): Cursor => ({
  async seal(position) {
    const [current] = await secrets();
    if (current === undefined) throw new Error('no secret to seal a cursor with');
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', keyOf(current), iv).setAAD(boundTo(call));
    const body = Buffer.concat([cipher.update(position, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  },
  async open(cursor, refusal = 'Invalid cursor') {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.byteLength <= ivBytes + tagBytes) throw invalid({ [field]: [refusal] });
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

/** Finds the handler by the route that API Gateway chose, whose parameters it has read and decoded. */
export const route = (
  handlers: readonly Handler[],
  { logger, now }: { logger: Logger; now: () => Date },
): CallMiddleware => {
  const byKey = new Map(handlers.map((handler) => [routeKey(handler.row), handler]));
  return {
    before({ event, context }) {
      const handler = byKey.get(event.routeKey);
      if (!handler) throw notFound();
      const { row } = handler;
      logger.appendKeys({ route: `${row.method} ${row.path}` });
      context.call = {
        handler,
        request: requestOf(event, row.path),
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

/**
 * Puts on record that somebody was refused what a row reveals: who, from where, of which record (quality S-41). The
 * answer stays what it is; where nothing can be written the refusal stands in the log alone.
 */
export const denied = (provisions: Partial<Dependencies>): CallMiddleware => ({
  async onError({ error, context }) {
    const { call } = context as { call?: Call };
    const deed = call?.handler.row.auditActionOnDenied;
    const id = call?.pathParameters.id ?? '';
    if (!call?.actor || !deed || !uuid.test(id) || !(error instanceof AppError) || error.status !== 403) return;
    count('RevealsRefused');
    const entry = auditWrite(keysOf(call.actor.organizationId), traceOf(call), deed, id);
    await tableOf(call, provisions, call.actor.organizationId)
      .transact([entry])
      .catch(() => undefined);
  },
});

/** Throws 403 where the row takes a sign-in of a moment ago in which the caller's authenticator app was seen. */
const assertFreshSecondFactor = ({ actor, handler: { row }, now }: Call): void => {
  if (!row.requiresRecentMfa || (actor && isFreshSecondFactor(actor, now))) return;
  throw new AppError('forbidden', {
    detail: freshSecondFactorMessage,
    extra: { code: freshSecondFactorRequired },
    reason: 'fresh second factor',
  });
};

/** Refuses whoever has not shown their authenticator app lately, where a row asks for that. It comes after the permission. */
export const requiresRecentMfa = (): CallMiddleware => ({
  before: ({ context: { call } }) => assertFreshSecondFactor(call),
});

/** Finds out who calls, in every call that is not public; anew where the row asks for it. */
export const session = (
  authenticate: ReturnType<typeof authenticator>,
  { logger }: { logger: Logger },
): CallMiddleware => ({
  async before({ event, context: { call } }) {
    const { permission: may, skipActorCache: fresh } = call.handler.row;
    if (may === 'public') return;
    call.actor = await authenticate(event, { fresh: fresh ?? false });
    logger.appendKeys({ organization_id: call.actor.organizationId, actor_id: call.actor.id });
  },
});

/** Throws 403 for somebody whose authenticator app is still to be seen, but for what leads to it (quality S-08). */
const assertSecondFactor = ({ actor, handler }: Call): void => {
  if (actor?.secondFactor !== 'missing' || handler.row.allowedBeforeMfa) return;
  throw new AppError('forbidden', {
    detail: secondFactorMessages.required,
    extra: { code: secondFactorRequired },
    reason: 'second factor',
  });
};

/** Refuses those of whom the organization asks a second factor that was not seen yet. */
export const secondFactor = (): CallMiddleware => ({ before: ({ context: { call } }) => assertSecondFactor(call) });

/** Throws 403 when the table of roles does not permit the call; what depends on the record is the handler's to ask. */
const assertPermitted = ({ actor, handler }: Call): void => {
  const { permission: may, forbidden: detail } = handler.row;
  if (may === 'public') return;
  if (!actor || !hasPermission(actor, may))
    throw new AppError('forbidden', { reason: `needs ${may}`, ...(detail && { detail }) });
};

/** Refuses whom the table of roles does not permit the call. */
export const permission = (): CallMiddleware => ({ before: ({ context: { call } }) => assertPermitted(call) });

/** Counts every call against the limits of whoever makes it, also one that is refused afterwards: guessing is slow. */
export const rate = ({ table, on }: { table: () => Table; on: boolean }): CallMiddleware => ({
  async before({ event, context: { call } }) {
    if (on) Object.assign(call.headers, await countRequest(table, call, event.queryStringParameters ?? {}));
  },
});

export interface ApiSettings extends OriginSettings {
  logger: Logger;
  now: () => Date;
  /** The user pool's client, whose tokens alone count. */
  clientId: string;
  rateLimits: boolean;
}

/**
 * A Lambda handler over the handlers of calls. Order of refusal: origin, route, session, second factor, rate,
 * permission, fresh second factor, body, input: whoever is refused what a row reveals leaves an entry, and so is counted first. `provisions` are exactly what the handlers need. Logs carry routes, ids and times, never values
 * (quality S-13).
 */
export const createApi = <P extends DependencyName>(
  handlers: readonly Handler<Endpoint, P>[],
  provisions: Pick<Dependencies, NoInfer<P>>,
  { logger, now, clientId, originSecrets, siteOrigins, rateLimits }: ApiSettings,
) => {
  const all: Partial<Dependencies> = provisions;
  const table = () => requireDependency(all, 'table');
  const authenticate = authenticator(table, clientId, now);
  const dependencies: ApiDependencies = {
    provisions: all,
    actors: authenticate,
    cursorOf: (call) => cursorOf(call, originSecrets),
    countAccepted: async (call, by, about) => (rateLimits ? countAcceptedRequest(table, call, by, about) : undefined),
  };
  /**
   * Runs the handler; once more, as whoever acts now is, when a commit found that they have changed since they were
   * looked up. Somebody whose access or session has ended is told so.
   */
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
  // Its own early end, a timer and an abort signal for every call, would come after the deadline that all work here asks.
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
      // `answer` makes the answer of the output.
      return {};
    });
  return (event: ApiEvent, context: Context): Promise<Answer> =>
    // When the time is up we say 503, and not the gateway its own 500.
    withLambdaDeadline(context, () =>
      // The middleware `route` puts the call into the context.
      chain(event, context as CallContext),
    );
};
