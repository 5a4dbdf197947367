import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { MetricName } from '#domain/shared/operations/metrics.ts';
import { count } from '#functions/platform/adapters/metrics.ts';
import { errorAnswer } from '../respond.ts';

/** Returns an {@link AppError}'s reason, else only the error's name, because messages can contain user input. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AppError) return error.details.reason ?? error.kind;
  return error instanceof Error ? error.name : 'unknown';
};

const counted: Readonly<Record<number, MetricName>> = {
  401: 'Unauthenticated',
  403: 'Forbidden',
  429: 'TooManyRequests',
};

/** Without the message, which can contain user input. */
const stackOf = (error: unknown): string[] =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());

/** No caller can cause these: a privilege is missing, or a bug accessed another organization's items. */
const countDenied = (error: unknown): void => {
  if (/^(table: |audit: )?AccessDeniedException$/.test(reasonOf(error))) count('TableDenied');
};

/** Logs a handled error with its cause and subject. */
export const logFailure = (
  logger: Logger,
  message: string,
  error: unknown,
  about: Record<string, string> = {},
): void => {
  countDenied(error);
  logger.error(message, { ...about, reason: reasonOf(error), stack: stackOf(error) });
};

/** Turns a thrown error into a response and one log line. */
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

/** Logs an error of a background run and rethrows it, so that Lambda retries. */
export const logErrors = <Event, Result>({
  logger,
}: {
  logger: Logger;
}): MiddlewareObj<Event, Result, Error, Context> => ({
  onError({ error }) {
    logFailure(logger, 'failed', error);
  },
});
