import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { AppError } from '#domain/shared/contract/errors.ts';

const deadlines = new AsyncLocalStorage<number>();

/**
 * Runs `work`, and whatever it awaits, under one deadline: an instant in milliseconds since 1970 by which it must have
 * its answer. Everything that tries again or waits asks {@link remainingMs} besides its own budget, so that budgets within
 * budgets do not add up past the end of the process. Of two deadlines the sooner one counts.
 */
export const withDeadline = <T>(at: number, work: () => T): T =>
  deadlines.run(Math.min(at, deadlines.getStore() ?? Number.POSITIVE_INFINITY), work);

/** Milliseconds until the deadline; infinitely many where there is none, as in an operator's work. */
export const remainingMs = (): number => (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - Date.now();

const maxPauseMs = 300;

/** Waits before another try: a random part of 80 ms, then of 300 ms, so that callers who met do not meet again. */
export const jitter = (tries: number): Promise<void> => wait(Math.random() * Math.min(20 * 4 ** tries, maxPauseMs));

/**
 * How long one call of DynamoDB may take: its client is built with this limit. A call that hangs is given up and tried
 * again while there is time left, so the budget of all tries together must hold at least two of them.
 */
export const callMs = 1_500;
const budgetMs = 4_000;
const maxTries = 12;

/** Why a transaction was cancelled, per action, that another try may get past. */
const conflicts = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
const passing = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  // A plain update met a transaction on the same item.
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

/** Whether a call that failed surely has written nothing. */
export const wasNotRun = (error: unknown): boolean => refusedToRun.has((error as Error).name);

/** What DynamoDB refuses because of the values it was sent, whenever they are sent. */
const refusals = new Set(['ValidationException', 'SerializationException', 'ItemCollectionSizeLimitExceededException']);
const refusedActions = new Set(['ValidationError', 'ItemCollectionSizeLimitExceeded']);

/**
 * Whether an error lies with what was read or written, so that another try ends the same way: values that DynamoDB refuses,
 * a stored record that cannot be read, a mistake in the program. Not a store that is busy or away or that denies access.
 */
export const isForGood = (error: unknown): boolean => {
  if (error instanceof AppError) return error.kind !== 'unavailable' && error.kind !== 'conflict';
  if (error instanceof PartialResultError) return false;
  const { name, $metadata, CancellationReasons: reasons } = error as Error & Partial<TransactionCanceledException>;
  if (name === 'TransactionCanceledException')
    return reasons?.some(({ Code }) => refusedActions.has(Code ?? '')) ?? false;
  return $metadata ? refusals.has(name) : error instanceof Error && !('code' in error);
};

/** Thrown by an operation that got a part of what it asked for and has to ask again for the rest. */
export class PartialResultError extends Error {
  override readonly name = 'Incomplete';
}

/**
 * Tries an operation again while conflicts, throttles, broken connections and calls that hang stand in its way: with
 * jitter, at most 12 times in 4 seconds, and not where it could end behind the deadline of the call (time-left.ts). `judge`
 * sees every error first and may throw another one instead. Throws {@link AppError} `unavailable` when the budget is used up.
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
      await jitter(tries);
    }
  }
};
