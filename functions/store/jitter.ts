import { setTimeout as wait } from 'node:timers/promises';

const longestPauseMs = 200;

/** Waits before another try: a random part of a limit that doubles up to 200 ms, so that callers who met do not meet again. */
export const jitter = (tries: number): Promise<void> => wait(Math.random() * Math.min(20 * 2 ** tries, longestPauseMs));
