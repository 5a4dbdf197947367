import { setTimeout as wait } from 'node:timers/promises';

const maxPauseMs = 300;

/** Waits before another try: a random part of 80 ms, then of 300 ms, so that callers who met do not meet again. */
export const jitter = (tries: number): Promise<void> => wait(Math.random() * Math.min(20 * 4 ** tries, maxPauseMs));
