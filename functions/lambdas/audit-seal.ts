import { scheduled } from '#functions/kernel/schedule.ts';
import { sealTrails } from '#functions/workers/audit/seal-trails.ts';
import { logger, now, table } from './parts.ts';

export const handler = scheduled({ logger }, sealTrails({ table: table(), logger, now }));
