import type { Logger } from '@aws-lambda-powertools/logger';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { projectStream } from '#functions/platform/projector/project-stream.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { streamOf } from './table-stream.ts';

interface Given {
  /** Past the chaos: the projector has tests of its own. */
  table: Table;
  logger: Logger;
  state: { now: () => Date; logs: readonly string[] };
}

/** The projector behind a table's stream, for tests that decide when it runs. */
export const projectorOf = (stream: Pick<ReturnType<typeof streamOf>, 'next'>, { table, logger, state }: Given) => {
  const project = projectStream({ table, projections: allProjections, logger, now: () => state.now() });
  let projecting = Promise.resolve();
  /** Runs the projector over everything that the table's stream has brought, until it brings nothing more. */
  const projected = (): Promise<void> => {
    // One after the other: whoever asks waits for what others have begun.
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
    /** Projects beside whatever happens until it is told to stop, as the product does. */
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
