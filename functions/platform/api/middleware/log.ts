import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj, Request } from '@middy/core';
import type { Context } from 'aws-lambda';

interface LogOptions<Event, Result> {
  logger: Logger;
  message: string;
  /** Lambda's id unless the event has a better one. */
  requestId?: (event: Event, context: Context) => string;
  outcome?: (result: Result) => Record<string, unknown>;
}

interface Started extends Record<string, unknown> {
  startedMs?: number;
}

/** Outermost middleware of every chain: adds the request's keys to each line and logs the duration. */
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
      // Keys of the previous request must not leak into this one.
      logger.resetKeys();
      logger.appendKeys({ request_id: requestId(event, context) });
    },
    after: ended,
    onError(request) {
      // A middleware that handled the error makes the request successful.
      if (!request.error) ended(request);
    },
  };
};
