import { Worker } from 'node:worker_threads';
import { type FunctionName, functions } from '#infra/functions.ts';
import { type HostOptions, triggered, undeliveredQueue } from '#local/function-host.ts';
import type { Services } from '#local/services.ts';
import { pause } from '#local/sleep.ts';
import type { EventSourceSettings } from './event-sources.ts';
import { onWrites } from './write-signal.ts';

export interface BackgroundSettings extends EventSourceSettings, Pick<HostOptions, 'concurrency' | 'running'> {
  entries: string;
}

export interface Background {
  begin(): Promise<void>;
  /** Resolves when every current batch is done, or after three seconds. */
  close(): Promise<void>;
}

const CLOSE_MS = 3_000;

/**
 * Starts background functions in a separate thread, as Lambda has separate environments: projections, events and seals
 * can be busy for seconds while calls are served. Functions are loaded when this resolves, and invoked after {@link
 * Background.begin}.
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
      // No consumer runs yet: messages in flight of a killed process need not wait for their visibility timeout.
      queues.releaseInFlight();
      const begun = says('begun');
      worker.postMessage('begin');
      await begun;
      // An uncaught error there ends the product, as in this thread.
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
