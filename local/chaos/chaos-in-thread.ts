import { parentPort, workerData } from 'node:worker_threads';
import type { Replica } from '#local/aws/dynamodb/dynoxide-replica.ts';
import { startChaos } from './chaos.ts';
import { type Asked, type Carried, type Carrying, sharedState, type ThreadSettings } from './chaos-thread.ts';
import { startLateReads } from './stack-chaos.ts';

/** The thread that chaos-thread.ts starts. It says when what it was asked for is done. */
const { memory, calls, ...settings } = workerData as ThreadSettings;
const chaos = await startChaos(settings, sharedState(memory));
calls.on('message', async ({ nth, sent }: Carrying) => {
  const answered = await chaos.carry({ ...sent, body: Buffer.from(sent.body) }).catch(() => undefined);
  calls.postMessage({ nth, answered } satisfies Carried);
});
let replica: Replica | undefined;
parentPort?.on('message', async (asked: Asked) => {
  if (asked === 'catch up') await replica?.caughtUp();
  else if (asked !== 'close') replica = await startLateReads(chaos, asked);
  else {
    await chaos.close();
    await replica?.close();
    process.exit();
  }
  parentPort?.postMessage('done');
});
parentPort?.postMessage({ url: chaos.url, port: chaos.port });
