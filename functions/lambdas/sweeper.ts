import { sweepEvents } from '#functions/workers/relay/sweep-events.ts';
import { eventBus, logger, now, table } from './parts.ts';

export const handler = sweepEvents({
  table: table(),
  ...eventBus(),
  logger,
  now,
});
