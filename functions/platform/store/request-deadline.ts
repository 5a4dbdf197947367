import { AsyncLocalStorage } from 'node:async_hooks';

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
