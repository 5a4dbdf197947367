import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Answered, ChaosSettings, ChaosState, RunningChaos, Sent } from './chaos.ts';

const rates = ['conflict', 'throttle', 'reset', 'lostAnswer'] as const;
const counts = [...rates, 'contended'] as const;
const [ratesFrom, countsFrom, calm, holdMs, places] = [0, 4, 9, 10, 11];

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
  calls: MessagePort;
}

/** A request on its way into the thread, and what became of it; between threads a buffer becomes an array of bytes. */
export interface Carrying {
  nth: number;
  sent: Omit<Sent, 'body'> & { body: Uint8Array };
}
export interface Carried {
  nth: number;
  answered: (Omit<Answered, 'body'> & { body: Uint8Array }) | undefined;
}

export interface ChaosInThread extends Omit<RunningChaos, 'carry'> {
  /** {@link RunningChaos.carry}, without a server in between. */
  carry(sent: Carrying['sent']): Promise<Carried['answered']>;
}

/**
 * A chaos in a thread of its own, beside the engine that it stands before: what it does to a request is no work of those
 * who send it. Resolves when it listens. What fails in the thread is thrown by whoever waits for it.
 */
export const startChaosThread = async (settings: ChaosSettings): Promise<ChaosInThread> => {
  const memory = new SharedArrayBuffer(places * Float64Array.BYTES_PER_ELEMENT);
  const { port1: calls, port2: theirs } = new MessageChannel();
  const workerData: ThreadSettings = { ...settings, memory, calls: theirs };
  const transferList = [theirs];
  const worker = new Worker(new URL('./chaos-in-thread.ts', import.meta.url), {
    workerData,
    transferList,
    execArgv: [],
  });
  const [{ url, port }] = (await once(worker, 'message')) as [Pick<RunningChaos, 'url' | 'port'>];
  const exited = once(worker, 'exit');
  const waiting = new Map<number, (answered: Carried['answered']) => void>();
  let [sentSoFar, isOver] = [0, false];
  calls.on('message', ({ nth, answered }: Carried) => {
    waiting.get(nth)?.(answered);
    waiting.delete(nth);
  });
  // Whoever waits for an answer when the thread has ended gets none.
  calls.on('close', () => {
    isOver = true;
    for (const answer of waiting.values()) answer(undefined);
  });
  return Object.assign(sharedState(memory), {
    ...{ url, port },
    carry: (sent: Carrying['sent']) =>
      new Promise<Carried['answered']>((resolve) => {
        if (isOver) return resolve(undefined);
        const nth = sentSoFar++;
        waiting.set(nth, resolve);
        calls.postMessage({ nth, sent } satisfies Carrying);
      }),
    async close() {
      worker.postMessage('close');
      await exited;
    },
  });
};
