import type { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { withLambdaDeadline } from '../api/lambda-deadline.ts';
import { logErrors } from '../api/middleware/errors.ts';
import { log } from '../api/middleware/log.ts';

interface Run<Result> {
  logger: Logger;
  /** What the line at the end of a run says that was done. */
  message: string;
  /** What that line tells of the result: counts, never values. */
  outcome?: (result: Result) => Record<string, unknown>;
}

/**
 * The outer part of everything that no request waits for, the same as around calls: its log line, its errors, and the
 * deadline by which it has to have its answer.
 */
export const inBackground = <Event, Result>(
  { logger, message, outcome }: Run<Result>,
  handle: (event: Event, context: Context) => Promise<Result>,
) =>
  middy<Event, Result>()
    .use(log<Event, Result>({ logger, message, outcome }))
    .use(logErrors<Event, Result>({ logger }))
    .handler((event, context) => withLambdaDeadline(context, () => handle(event, context)));
