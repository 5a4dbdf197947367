import { syncHourly } from '#functions/google-calendar/worker/sync-hourly.ts';
import { scheduled } from '#functions/platform/workers/worker.ts';
import { table } from './wiring/table.ts';
import { logger, now } from './wiring.ts';

export const handler = scheduled({ logger }, syncHourly({ table: table(), logger, now }));
