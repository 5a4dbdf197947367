import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ChaosSettings, ChaosState, RunningChaos } from './chaos.ts';
import type { LateReads } from './stack-chaos.ts';

const rates = ['conflict', 'throttle', 'reset', 'lostAnswer'] as const;
const counts = [...rates, 'contended', 'stale'] as const;
const [ratesFrom, countsFrom, calm, holdMs, places] = [0, 4, 10, 11, 12];

/** The state of a chaos in memory that two threads share: each number is written by one of them and read by the other. */
export const sharedState = (memory: SharedArrayBuffer): ChaosState => {
  const numbers = new Float64Array(memory);
  const named = <Name extends string>(names: readonly Name[], from: number): Record<Name, number> => {
    const place = (at: number): PropertyDescriptor => ({
      enumerable: true,
      get: () => numbers[at],
      set(value: number) {
        numbers[at] = value;
      },
    });
    return Object.defineProperties({}, Object.fromEntries(names.map((name, at) => [name, place(from + at)]))) as never;
  };
  return {
    rates: named(rates, ratesFrom),
    injected: named(counts, countsFrom),
    get calm() {
      return numbers[calm] === 1;
    },
    set calm(value) {
      numbers[calm] = Number(value);
    },
    get holdMs() {
      return numbers[holdMs] ?? 0;
    },
    set holdMs(value) {
      numbers[holdMs] = value;
    },
  };
};

/** What the thread of chaos-in-thread.ts is started with. */
export interface ThreadSettings extends ChaosSettings {
  memory: SharedArrayBuffer;
}

/** What the thread can be asked for, one thing at a time. */
export type Asked = LateReads | 'catch up' | 'close';

export interface ChaosInThread extends Omit<RunningChaos, 'stale'> {
  /** Has a copy of the database answer late from now on, which the thread keeps as well. */
  readLate(copy: LateReads): Promise<void>;
  /** Resolves when everything that was written before has arrived in that copy, if there is one. */
  caughtUp(): Promise<void>;
}

/**
 * A chaos in a thread of its own, beside the engine that it stands before: what it does to a request is no work of those
 * who send it. Resolves when it listens. What fails in the thread is thrown by whoever waits for it.
 */
export const startChaosThread = async (settings: ChaosSettings): Promise<ChaosInThread> => {
  const memory = new SharedArrayBuffer(places * Float64Array.BYTES_PER_ELEMENT);
  const workerData: ThreadSettings = { ...settings, memory };
  const worker = new Worker(new URL('./chaos-in-thread.ts', import.meta.url), { workerData, execArgv: [] });
  const [{ url, port }] = (await once(worker, 'message')) as [Pick<RunningChaos, 'url' | 'port'>];
  const exited = once(worker, 'exit');
  const done = async (asked: Asked): Promise<void> => {
    worker.postMessage(asked);
    await once(worker, 'message');
  };
  return Object.assign(sharedState(memory), {
    ...{ url, port },
    readLate: done,
    caughtUp: () => done('catch up'),
    async close() {
      worker.postMessage('close');
      await exited;
    },
  });
};
