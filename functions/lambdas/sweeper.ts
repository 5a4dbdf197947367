import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { setting } from '#functions/adapters/environment.ts';
import { sweepEvents } from '#functions/workers/relay/sweep-events.ts';
import { logger, now, table } from './parts.ts';

export const handler = sweepEvents({
  table: table(),
  bus: new EventBridgeClient({}),
  busName: setting('EVENT_BUS_NAME'),
  logger,
  now,
});
