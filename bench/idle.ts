import { setTimeout as pause } from 'node:timers/promises';
import { cpuSecondsOf, familyOf } from './machine.ts';
import { withProduct } from './running-product.ts';

/** Percent of one core that the product and all its processes use while nobody asks for anything. */
export const idleCpu = (seconds: number): Promise<{ percent: number; processes: number }> =>
  withProduct({ count: 0 }, async (product) => {
    await product.waitUntilIdle();
    // What runs once after a start is over by then.
    await pause(5000);
    const pids = familyOf(product.pid);
    const [before, began] = [cpuSecondsOf(pids), performance.now()];
    await pause(seconds * 1000);
    const elapsed = (performance.now() - began) / 1000;
    return { percent: ((cpuSecondsOf(pids) - before) / elapsed) * 100, processes: pids.length };
  });
