import { relayEvents } from '#functions/platform/outbox/outbox.ts';
import { streamReader } from '#functions/platform/workers/worker.ts';
import { table } from './wiring/table.ts';
import { eventBus, logger, now } from './wiring.ts';

export const handler = streamReader({ logger }, relayEvents({ table: table(), ...eventBus(), logger, now }));
