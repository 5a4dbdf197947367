import type { Logger } from '@aws-lambda-powertools/logger';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { projectStream } from '#functions/platform/projector/project-records.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { streamOf } from './table-stream.ts';

interface Given {
  /** Without chaos: the projector has its own tests. */
  table: Table;
  logger: Logger;
  state: { now: () => Date; logs: readonly string[] };
}

/** Creates the projector of a table's stream, run by the test. */
export const projectorOf = (stream: Pick<ReturnType<typeof streamOf>, 'next'>, { table, logger, state }: Given) => {
  const project = projectStream({ table, projections: allProjections, logger, now: () => state.now() });
  let projecting = Promise.resolve();
  const projected = (): Promise<void> => {
    // In sequence: callers wait for earlier runs.
    projecting = projecting.then(async () => {
      for (let Records = await stream.next(); Records.length; Records = await stream.next()) {
        const { batchItemFailures } = await project({ Records });
        if (batchItemFailures.length) throw new Error(`not projected:\n${state.logs.slice(-5).join('\n')}`);
      }
    });
    return projecting;
  };
  return {
    projected,
    keepProjecting: () => {
      let isOn = true;
      const running = (async () => {
        while (isOn) {
          await projected();
          await new Promise((done) => setImmediate(done));
        }
      })();
      return async () => {
        isOn = false;
        await running;
      };
    },
  };
};
