import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj, Request } from '@middy/core';
import type { Context } from 'aws-lambda';

interface LogOptions<Event, Result> {
  logger: Logger;
  /** What the line at the end says that was done: `served`, `handled`, `swept`. */
  message: string;
  /** The request's id in every line; Lambda's own unless the event carries a better one. */
  requestId?: (event: Event, context: Context) => string;
  /** What the line tells of the result: statuses and counts, never values (quality S-13). */
  outcome?: (result: Result) => Record<string, unknown>;
}

interface Started extends Record<string, unknown> {
  startedMs?: number;
}

/**
 * The outermost middleware of every chain, of calls, queues, streams and schedules alike: lines begin with keys of
 * their own request, and one line at the end says how long it took. What fails is logged by `errors` beside it.
 */
export const log = <Event, Result>({
  logger,
  message,
  requestId = (_, context) => context.awsRequestId,
  outcome = () => ({}),
}: LogOptions<Event, Result>): MiddlewareObj<Event, Result, Error, Context, Started> => {
  const ended = ({ response, internal }: Request<Event, Result, Error, Context, Started>): void => {
    const ms = Math.round(performance.now() - (internal.startedMs ?? performance.now()));
    logger.info(message, { ...(response ? outcome(response) : {}), ms });
  };
  return {
    before({ event, context, internal }) {
      internal.startedMs = performance.now();
      // An environment serves one request after the other: nothing of the last one may stand in this one's lines.
      logger.resetKeys();
      logger.appendKeys({ request_id: requestId(event, context) });
    },
    after: ended,
    onError(request) {
      // Where a middleware has mended an error, the request has ended well.
      if (!request.error) ended(request);
    },
  };
};
