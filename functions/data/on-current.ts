import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#domain/contract/errors.ts';

const budgetMs = 12_000;
const longestPauseMs = 600;

/** Thrown by a commit that found its record changed since it was read. */
export class ChangedMeanwhile extends AppError {
  constructor() {
    super('conflict', { reason: 'changed meanwhile' });
  }
}

/**
 * Reads a record and works on it; once more from the reading (full jitter, within 12 s) when the commit found that
 * somebody else had changed it in between. Throws {@link AppError} `unavailable` when that never ends.
 */
export const onCurrent = async <Current, Answer>(
  read: () => Promise<Current>,
  work: (current: Current) => Promise<Answer>,
): Promise<Answer> => {
  const started = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await work(await read());
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      if (Date.now() - started > budgetMs)
        throw new AppError('unavailable', { reason: 'too many changes at once', retryAfterSeconds: 2 });
      await wait(Math.random() * Math.min(10 * 2 ** tries, longestPauseMs));
    }
  }
};
