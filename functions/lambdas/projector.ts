import { projectStream } from '#functions/platform/projector/project-records.ts';
import { streamReader } from '#functions/platform/workers/worker.ts';
import { allProjections } from './wiring/all-projections.ts';
import { table } from './wiring/table.ts';
import { logger, now } from './wiring.ts';

export const handler = streamReader(
  { logger },
  projectStream({ table: table(), projections: allProjections, logger, now }),
);
