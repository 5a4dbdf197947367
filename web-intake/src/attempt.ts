/**
 * One intended submission. Its key stays the same for as long as the home may have received it, so that a retry
 * after a lost answer cannot report the same death twice.
 */
export interface Attempt {
  readonly key: string;
  /** An answer was lost: the report may have arrived. */
  readonly uncertain: boolean;
  /** What the server definitely refused, to tell whether it was changed since. Kept in memory alone. */
  readonly refused?: string;
}

export const newAttempt = (): Attempt => ({ key: crypto.randomUUID(), uncertain: false });

/** The attempt to send `content` with: a new key once a definitely refused content has changed. */
export const attemptFor = (attempt: Attempt, content: string): Attempt =>
  attempt.refused !== undefined && attempt.refused !== content && !attempt.uncertain ? newAttempt() : attempt;

/** After a failure: status 0 and 5xx leave open whether the report arrived. */
export const nextAttempt = (attempt: Attempt, status: number, content: string): Attempt =>
  status >= 400 && status < 500 ? { ...attempt, refused: content } : { ...attempt, uncertain: true };
