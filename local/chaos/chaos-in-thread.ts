import { parentPort, workerData } from 'node:worker_threads';
import { startChaos } from './chaos.ts';
import { type Carried, type Carrying, sharedState, type ThreadSettings } from './chaos-thread.ts';

/** The thread that chaos-thread.ts starts. */
const { memory, calls, ...settings } = workerData as ThreadSettings;
const chaos = await startChaos(settings, sharedState(memory));
calls.on('message', async ({ nth, sent }: Carrying) => {
  const answered = await chaos.carry({ ...sent, body: Buffer.from(sent.body) }).catch(() => undefined);
  calls.postMessage({ nth, answered } satisfies Carried);
});
parentPort?.on('message', () => void chaos.close().then(() => process.exit()));
parentPort?.postMessage({ url: chaos.url, port: chaos.port });
