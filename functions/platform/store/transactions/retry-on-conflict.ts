import { AppError } from '#domain/shared/contract/errors.ts';
import { callMs, jitter, remainingMs } from '#functions/platform/store/dynamodb-retries.ts';

const budgetMs = 25_000;
/** What another try has to have left before the deadline of the call: reading, and a commit that is slow. */
export const anotherTryMs = 3 * callMs;

/** A commit found that its record has changed since it was read. */
export class WriteConflict extends AppError {
  constructor() {
    super('conflict', { reason: 'changed meanwhile' });
  }
}

/** Another commit was at the same items first: the same changes may commit with the next number, or a moment later. */
export class Contended extends WriteConflict {}

/**
 * Reads a record and calls `work` with it. When the commit fails with {@link WriteConflict}, reads and works again, after
 * a random pause that grows, for at most 25 s and not beyond the deadline of the call (time-left.ts). Throws {@link AppError}
 * `unavailable` when the time is over.
 */
export const retryOnConflict = async <Current, Answer>(
  read: () => Promise<Current>,
  work: (current: Current) => Promise<Answer>,
  Refusal: typeof WriteConflict = WriteConflict,
): Promise<Answer> => {
  const started = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await work(await read());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (Date.now() - started > budgetMs || remainingMs() < anotherTryMs)
        throw new AppError('unavailable', { reason: 'too many changes at once', retryAfterSeconds: 2 });
      await jitter(tries);
    }
  }
};
