import { sweepEvents } from '#functions/platform/outbox/sweep-events.ts';
import { scheduled } from '#functions/platform/workers/schedule.ts';
import { table } from './parts/table.ts';
import { eventBus, logger, now } from './parts.ts';

export const handler = scheduled({ logger }, sweepEvents({ table: table(), ...eventBus(), logger, now }));
