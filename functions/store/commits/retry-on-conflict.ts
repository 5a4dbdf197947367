import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#domain/contract/errors.ts';
import { callMs } from '#functions/store/call-retries.ts';
import { timeLeft } from '#functions/store/time-left.ts';

/** Who waited for a turn as long as one is waited for (15 s, see locks.ts) has tries left. */
const budgetMs = 25_000;
const longestPauseMs = 400;
/** What another try has to have left before the deadline of the call: reading, and a commit that is slow. */
export const anotherTryMs = 3 * callMs;

/** A commit found that its record has changed since it was read. */
export class WriteConflict extends AppError {
  constructor() {
    super('conflict', { reason: 'changed meanwhile' });
  }
}

/**
 * Reads a record and calls `work` with it. When the commit fails with {@link WriteConflict}, reads and works again, after
 * a random pause that grows, for at most 25 s and not beyond the deadline of the call (time-left.ts). `work` receives the
 * number of the try, from 1: where many callers compete for one thing, later tries can take a lock. Throws {@link AppError} `unavailable` when the time is over.
 */
export const retryOnConflict = async <Current, Answer>(
  read: () => Promise<Current>,
  work: (current: Current, tries: number) => Promise<Answer>,
): Promise<Answer> => {
  const started = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await work(await read(), tries);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (Date.now() - started > budgetMs || timeLeft() < anotherTryMs)
        throw new AppError('unavailable', { reason: 'too many changes at once', retryAfterSeconds: 2 });
      await wait(Math.random() * Math.min(10 * 2 ** tries, longestPauseMs));
    }
  }
};
