import { scheduled } from '#functions/kernel/schedule.ts';
import { sweepEvents } from '#functions/workers/relay/sweep-events.ts';
import { eventBus, logger, now, table } from './parts.ts';

export const handler = scheduled({ logger }, sweepEvents({ table: table(), ...eventBus(), logger, now }));
