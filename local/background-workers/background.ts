import { parentPort, workerData } from 'node:worker_threads';
import { loadFunctions, triggered } from '#local/function-host.ts';
import type { BackgroundSettings } from './background-thread.ts';
import { type EventSources, startEventSources } from './event-sources.ts';

const { entries, concurrency, running, ...settings } = workerData as BackgroundSettings;
const functions = await loadFunctions(new URL(entries), { ahead: triggered, concurrency, running });
let sources: EventSources | undefined;
parentPort?.on('message', async (message) => {
  if (message === 'begin') {
    sources = await startEventSources({ functions, ...settings });
    parentPort?.postMessage('begun');
  } else if (message === 'written') sources?.wake();
  else {
    await sources?.close();
    process.exit();
  }
});
parentPort?.postMessage('loaded');
