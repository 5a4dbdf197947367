import { relayEvents } from '#functions/platform/outbox/relay-events.ts';
import { streamReader } from '#functions/platform/workers/stream.ts';
import { table } from './parts/table.ts';
import { eventBus, logger, now } from './parts.ts';

export const handler = streamReader({ logger }, relayEvents({ table: table(), ...eventBus(), logger, now }));
