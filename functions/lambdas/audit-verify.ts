import { scheduled } from '#functions/kernel/schedule.ts';
import { verifyTrails } from '#functions/workers/audit/verify-trails.ts';
import { logger, now, table } from './parts.ts';

export const handler = scheduled({ logger }, verifyTrails({ table: table(), logger, now }));
