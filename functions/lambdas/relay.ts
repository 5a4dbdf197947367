import { streamReader } from '#functions/kernel/stream.ts';
import { relayEvents } from '#functions/workers/relay/relay-events.ts';
import { eventBus, logger, now, table } from './parts.ts';

export const handler = streamReader({ logger }, relayEvents({ table: table(), ...eventBus(), logger, now }));
