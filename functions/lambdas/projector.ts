import { streamReader } from '#functions/kernel/stream.ts';
import { allProjections } from '#functions/projections/all-projections.ts';
import { projectStream } from '#functions/workers/projector/project-stream.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

export const handler = streamReader(
  { logger },
  projectStream({ table: table(), projections: allProjections, logger, now }),
);
