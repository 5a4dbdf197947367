import type { Logger } from '@aws-lambda-powertools/logger';
import type { ScheduledEvent } from 'aws-lambda';
import { inBackground } from './background.ts';

/** What runs by the clock; the line at the end of a run tells its counts. */
export const scheduled = <Counts extends Record<string, number>>(
  { logger }: { logger: Logger },
  run: () => Promise<Counts>,
) => inBackground<ScheduledEvent, Counts>({ logger, message: 'ran', outcome: (counts) => counts }, run);
