import { scheduled } from '#functions/kernel/schedule.ts';
import { sweepEvents } from '#functions/workers/relay/sweep-events.ts';
import { table } from './parts/table.ts';
import { eventBus, logger, now } from './parts.ts';

export const handler = scheduled({ logger }, sweepEvents({ table: table(), ...eventBus(), logger, now }));
