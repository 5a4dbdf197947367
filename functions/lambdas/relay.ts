import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { setting } from '#functions/adapters/environment.ts';
import { relayEvents } from '#functions/workers/relay/relay-events.ts';
import { logger, now, table } from './parts.ts';

export const handler = relayEvents({
  table: table(),
  bus: new EventBridgeClient({}),
  busName: setting('EVENT_BUS_NAME'),
  logger,
  now,
});
