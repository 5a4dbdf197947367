import { scheduled } from '#functions/kernel/schedule.ts';
import { syncHourly } from '#functions/workers/google-calendar/sync-hourly.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

export const handler = scheduled({ logger }, syncHourly({ table: table(), logger, now }));
