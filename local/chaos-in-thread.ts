import { parentPort, workerData } from 'node:worker_threads';
import { type ChaosState, startChaos } from './chaos.ts';
import { sharedState, type ThreadSettings } from './chaos-thread.ts';

/** The thread that chaos-thread.ts starts. */
const { memory, ...settings } = workerData as ThreadSettings;
const state = sharedState(memory);
const chaos = await startChaos(settings, state);
parentPort?.on('message', async (message: 'close' | Pick<ChaosState, 'stale'>) => {
  if (message !== 'close') {
    state.stale = message.stale;
    return;
  }
  await chaos.close();
  process.exit();
});
parentPort?.postMessage({ url: chaos.url, port: chaos.port });
