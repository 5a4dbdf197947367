import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { AppError } from '#domain/shared/contract/errors.ts';

/** To send a response, in milliseconds. */
const answerMs = 500;

/** Runs work so that it fails with our own error before the function's time limit, not with the gateway's. */
export const withLambdaDeadline = <T>(context: Pick<Context, 'getRemainingTimeInMillis'>, work: () => T): T =>
  withDeadline(Date.now() + context.getRemainingTimeInMillis() - answerMs, work);

const deadlines = new AsyncLocalStorage<number>();

/** Runs `work` under a deadline (ms since 1970), which all retries and waits check; the earlier of two applies. */
export const withDeadline = <T>(at: number, work: () => T): T =>
  deadlines.run(Math.min(at, deadlines.getStore() ?? Number.POSITIVE_INFINITY), work);

/** Returns the milliseconds until the deadline; infinity without one, as for operator commands. */
export const remainingMs = (): number => (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - Date.now();

/** The longest pause before a first retry. */
export const firstPauseMs = 80;
/** The longest pause before later ones. */
export const maxPauseMs = 300;

/** Waits a random time before a retry, so that callers do not collide again. */
export const jitter = (maxMs: number): Promise<void> => wait(Math.random() * maxMs);

/** Timeout of one DynamoDB call in milliseconds. */
export const callMs = 1_500;
const budgetMs = 4_000;
const maxTries = 12;

const conflicts = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
const passing = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  // A plain update conflicted with a transaction on the same item.
  'TransactionConflictException',
  'InternalServerError',
  'TimeoutError',
]);
const networkErrors = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']);

const isPassing = (error: unknown): boolean => {
  const {
    name,
    $metadata,
    CancellationReasons: reasons,
    code,
  } = error as Error & Partial<TransactionCanceledException> & { code?: string };
  if (name === 'TransactionCanceledException') return reasons?.some(({ Code }) => conflicts.has(Code ?? '')) ?? false;
  return passing.has(name) || ($metadata?.httpStatusCode ?? 0) >= 500 || networkErrors.has(code ?? '');
};

const refusedToRun = new Set([
  'TransactionCanceledException',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
]);

/** True if a failed call has certainly written nothing. */
export const wasNotRun = (error: unknown): boolean => refusedToRun.has((error as Error).name);

/** DynamoDB returns these because of the values sent, on every attempt. */
const refusals = new Set(['ValidationException', 'SerializationException', 'ItemCollectionSizeLimitExceededException']);
const refusedActions = new Set(['ValidationError', 'ItemCollectionSizeLimitExceeded']);

/** True if a retry ends the same way: values that DynamoDB rejects, an unreadable record, or a bug. */
export const isForGood = (error: unknown): boolean => {
  if (error instanceof AppError) return error.kind !== 'unavailable' && error.kind !== 'conflict';
  if (error instanceof PartialResultError) return false;
  const { name, $metadata, CancellationReasons: reasons } = error as Error & Partial<TransactionCanceledException>;
  if (name === 'TransactionCanceledException')
    return reasons?.some(({ Code }) => refusedActions.has(Code ?? '')) ?? false;
  return $metadata ? refusals.has(name) : error instanceof Error && !('code' in error);
};

/** Thrown by an operation that got a part of its result and must request the rest. */
export class PartialResultError extends Error {
  override readonly name = 'Incomplete';
}

/**
 * Retries conflicts, throttling, broken and hanging calls, at most 12 times in 4 seconds and not past the deadline.
 * `judge` may replace every error. Throws {@link AppError} `unavailable` in the end.
 */
export const withRetries = async <T>(
  operation: () => Promise<T>,
  judge: (error: unknown) => void = () => undefined,
): Promise<T> => {
  const started = Date.now();
  for (let tries = 1; ; tries++) {
    if (remainingMs() < callMs)
      throw new AppError('unavailable', { reason: 'table: no time left', retryAfterSeconds: 2 });
    try {
      return await operation();
    } catch (error) {
      judge(error);
      if (!(error instanceof PartialResultError) && !isPassing(error)) throw error;
      if (tries === maxTries || Date.now() - started > budgetMs)
        throw new AppError('unavailable', { reason: `table: ${(error as Error).name}`, retryAfterSeconds: 2 });
      await jitter(tries === 1 ? firstPauseMs : maxPauseMs);
    }
  }
};
