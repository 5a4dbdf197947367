import { relayEvents } from '#functions/workers/relay/relay-events.ts';
import { eventBus, logger, now, table } from './parts.ts';

export const handler = relayEvents({
  table: table(),
  ...eventBus(),
  logger,
  now,
});
