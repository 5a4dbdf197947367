import { sweepEvents } from '#functions/platform/outbox/outbox.ts';
import { scheduled } from '#functions/platform/workers/worker.ts';
import { table } from './wiring/table.ts';
import { eventBus, logger, now } from './wiring.ts';

export const handler = scheduled({ logger }, sweepEvents({ table: table(), ...eventBus(), logger, now }));
