import type { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { ActorChangedError } from './actor-unchanged.ts';
import { authenticator } from './authenticate.ts';
import type { Answer, ApiDependencies, ApiEvent, Call, CallContext, Handler } from './call.ts';
import { cursorOf } from './cursor.ts';
import { type Dependencies, type DependencyName, requireDependency } from './dependencies.ts';
import { withLambdaDeadline } from './lambda-deadline.ts';
import { countAcceptedRequest } from './limits.ts';
import { answer } from './middleware/answer.ts';
import { denied } from './middleware/audit-denied.ts';
import { body } from './middleware/body.ts';
import { answerErrors } from './middleware/errors.ts';
import { assertFreshSecondFactor, requiresRecentMfa } from './middleware/fresh-second-factor.ts';
import { idempotency } from './middleware/idempotency.ts';
import { log } from './middleware/log.ts';
import { type OriginSettings, origin } from './middleware/origin.ts';
import { input } from './middleware/parse-input.ts';
import { assertPermitted, permission } from './middleware/permission.ts';
import { rate } from './middleware/rate-limit.ts';
import { route } from './middleware/route.ts';
import { assertSecondFactor, secondFactor } from './middleware/second-factor.ts';
import { session } from './middleware/session.ts';

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
