import { syncHourly } from '#functions/google-calendar/worker/sync-hourly.ts';
import { scheduled } from '#functions/platform/workers/schedule.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

export const handler = scheduled({ logger }, syncHourly({ table: table(), logger, now }));
