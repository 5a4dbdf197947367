import { scheduled } from '#functions/kernel/schedule.ts';
import { lookHourly } from '#functions/workers/google-calendar/look-hourly.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

export const handler = scheduled({ logger }, lookHourly({ table: table(), logger, now }));
