import { Worker } from 'node:worker_threads';
import { type FunctionName, functions } from '#infra/functions.ts';
import type { HostOptions } from '#local/function-host.ts';
import type { Services } from '#local/services.ts';
import { pause } from '#local/sleep.ts';
import type { EventSourceSettings } from './event-sources.ts';
import { triggered, undeliveredQueue } from './triggers.ts';
import { onWrites } from './write-signal.ts';

export interface BackgroundSettings extends EventSourceSettings, Pick<HostOptions, 'concurrency' | 'running'> {
  /** Where the functions' entries are. */
  entries: string;
}

export interface Background {
  /** Resolves when stream, queues and schedules invoke their functions. */
  begin(): Promise<void>;
  /** Resolves when every batch in hand is done, or after three seconds. */
  close(): Promise<void>;
}

const CLOSE_MS = 3_000;

/**
 * Runs what no request waits for in a thread of its own, as Lambda runs it in environments of its own: projections,
 * events and seals may be busy for seconds, and calls are answered meanwhile. The functions are loaded when this
 * resolves, and invoked from {@link Background.begin} on.
 */
export async function openBackground({
  entries,
  services,
  ...given
}: {
  entries: URL;
  services: Services;
  dataDir: string;
} & Pick<HostOptions, 'concurrency' | 'running'>): Promise<Background> {
  const { queues, database } = services;
  const queueNames = triggered.map(queueOf).filter((name) => name !== undefined);
  const settings: BackgroundSettings = {
    ...given,
    entries: entries.href,
    streamPath: database.databasePath,
    queueUrls: Object.fromEntries(queueNames.map((name) => [name, queues.queueUrl(name)])),
  };
  const worker = new Worker(new URL('./background.ts', import.meta.url), { workerData: settings, execArgv: [] });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const says = (what: string): Promise<void> =>
    new Promise((resolve, reject) => {
      worker.on('message', (message) => message === what && resolve());
      worker.once('error', reject);
    });
  await says('loaded');
  let unsubscribe = () => {};
  return {
    async begin() {
      // Nobody consumes yet: what a killed process had in flight need not wait for its visibility timeout.
      queues.releaseInFlight();
      const begun = says('begun');
      worker.postMessage('begin');
      await begun;
      // What nobody there has caught ends the product, as it does in this thread.
      worker.on('error', (error) => {
        throw error;
      });
      unsubscribe = onWrites(() => worker.postMessage('written'));
    },
    async close() {
      unsubscribe();
      worker.postMessage('close');
      const late = new AbortController();
      await Promise.race([exited, pause(CLOSE_MS, late.signal)]);
      late.abort();
      await worker.terminate();
    },
  };
}

function queueOf(name: FunctionName): string | undefined {
  const row = functions[name];
  if (!('trigger' in row)) return undefined;
  if ('stream' in row.trigger) return undeliveredQueue(name);
  return 'queue' in row.trigger ? row.trigger.queue : undefined;
}
