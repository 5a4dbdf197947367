import { projectStream } from '#functions/platform/projector/project-stream.ts';
import { streamReader } from '#functions/platform/workers/stream.ts';
import { allProjections } from './all-projections.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

export const handler = streamReader(
  { logger },
  projectStream({ table: table(), projections: allProjections, logger, now }),
);
