import { AppError } from '#domain/shared/contract/errors.ts';
import { callMs, firstPauseMs, jitter, maxPauseMs, remainingMs } from '#functions/platform/store/retries.ts';

const budgetMs = 25_000;
export const anotherTryMs = 3 * callMs;

const patientTries = 30;

/**
 * Returns the longest pause before a retry. It halves after the second, so that the oldest of many writers wins; after
 * thirty tries the pauses are long again.
 */
const pauseMs = (tries: number): number => {
  if (tries === 1) return firstPauseMs;
  return tries > patientTries ? maxPauseMs : Math.max(maxPauseMs / 2 ** (tries - 2), firstPauseMs / 2);
};

export class WriteConflictError extends AppError {
  constructor() {
    super('conflict', { reason: 'changed meanwhile' });
  }
}

/** A concurrent commit locked the same items; the same changes may succeed a moment later. */
export class ContendedError extends WriteConflictError {}

/**
 * Reads and works, again on {@link WriteConflictError} after a random pause, for at most 25 s and not past the
 * deadline. Throws {@link AppError} `unavailable` when time is up.
 */
export const retryOnConflict = async <Current, Answer>(
  read: () => Promise<Current>,
  work: (current: Current) => Promise<Answer>,
  Refusal: typeof WriteConflictError = WriteConflictError,
): Promise<Answer> => {
  const started = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await work(await read());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (Date.now() - started > budgetMs || remainingMs() < anotherTryMs)
        throw new AppError('unavailable', { reason: 'too many changes at once', retryAfterSeconds: 2 });
      await jitter(pauseMs(tries));
    }
  }
};
