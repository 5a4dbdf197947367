import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { MetricName } from '#domain/shared/operations/metrics.ts';
import { count } from '#functions/platform/adapters/metrics.ts';
import { errorAnswer } from '../respond.ts';

/** The reason of an error for the log: an {@link AppError}'s own, else the error's name. Messages can quote what people entered. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AppError) return error.details.reason ?? error.kind;
  return error instanceof Error ? error.name : 'unknown';
};

/** Refusals whose number tells of somebody who tries. */
const counted: Readonly<Record<number, MetricName>> = {
  401: 'Unauthenticated',
  403: 'Forbidden',
  429: 'TooManyRequests',
};

/** Where an unexpected error arose, without its message. */
const stackOf = (error: unknown): string[] =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());

/** Nothing that a caller can bring about: a grant is missing, or a fault reached for another organization's items. */
const countDenied = (error: unknown): void => {
  if (/^(table: |audit: )?AccessDeniedException$/.test(reasonOf(error))) count('TableDenied');
};

/** Logs an error that ends here, or that nobody waits for, with its cause and with what it is about. */
export const logFailure = (
  logger: Logger,
  message: string,
  error: unknown,
  about: Record<string, string> = {},
): void => {
  countDenied(error);
  logger.error(message, { ...about, reason: reasonOf(error), stack: stackOf(error) });
};

/** Ends the chain of a call: what was thrown becomes its answer, and one line in the log. */
export const answerErrors = ({
  logger,
}: {
  logger: Logger;
}): MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2> => ({
  onError(request) {
    const { error, event } = request;
    if (!error) return;
    const status = error instanceof AppError ? error.status : 500;
    const stack = status === 500 ? stackOf(error) : undefined;
    logger[status >= 500 ? 'error' : 'info']('refused', { status, reason: reasonOf(error), stack });
    const metric = counted[status];
    if (metric) count(metric);
    countDenied(error);
    request.response = errorAnswer(error, event.requestContext.requestId);
  },
});

/** Ends the chain of everything that nobody waits for: the error is logged and goes on, so that Lambda counts it and tries again. */
export const logErrors = <Event, Result>({
  logger,
}: {
  logger: Logger;
}): MiddlewareObj<Event, Result, Error, Context> => ({
  onError({ error }) {
    logFailure(logger, 'failed', error);
  },
});
