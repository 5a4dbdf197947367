/**
 * One intended submission. Its key stays while the home may have received it, so that a retry after a lost response
 * cannot report the same death twice.
 */
export interface Attempt {
  readonly key: string;
  /** A response was lost, so the report may have arrived. */
  readonly uncertain: boolean;
  readonly rejectedContent?: string;
}

export const newAttempt = (): Attempt => ({ key: crypto.randomUUID(), uncertain: false });

/** Returns the attempt for `content`, with a new key once definitely rejected content has changed. */
export const attemptFor = (attempt: Attempt, content: string): Attempt =>
  attempt.rejectedContent !== undefined && attempt.rejectedContent !== content && !attempt.uncertain
    ? newAttempt()
    : attempt;

/** Returns the attempt after a failure. After a 409 the report has arrived; after status 0 or 5xx it may have. */
export const nextAttempt = (attempt: Attempt, status: number, content: string): Attempt =>
  status >= 400 && status < 500 && status !== 409
    ? { ...attempt, rejectedContent: content }
    : { ...attempt, uncertain: true };
