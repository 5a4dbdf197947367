import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#domain/contract/errors.ts';

const budgetMs = 15_000;
const longestPauseMs = 400;

/** Thrown by a commit that found its record changed since it was read. */
export class ChangedMeanwhile extends AppError {
  constructor() {
    super('conflict', { reason: 'changed meanwhile' });
  }
}

/**
 * Reads a record and works on it; once more from the reading (full jitter, within 15 s) when the commit found that
 * somebody else had changed it in between. `work` is told which try it is: where many may want the same at once, later
 * tries take turns. Throws {@link AppError} `unavailable` when it never ends.
 */
export const onCurrent = async <Current, Answer>(
  read: () => Promise<Current>,
  work: (current: Current, tries: number) => Promise<Answer>,
): Promise<Answer> => {
  const started = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await work(await read(), tries);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      if (Date.now() - started > budgetMs)
        throw new AppError('unavailable', { reason: 'too many changes at once', retryAfterSeconds: 2 });
      await wait(Math.random() * Math.min(10 * 2 ** tries, longestPauseMs));
    }
  }
};
