import { scheduled } from '#functions/kernel/schedule.ts';
import { remindOwners } from '#functions/workers/remind/remind-owners.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

export const handler = scheduled({ logger }, remindOwners({ table: table(), logger, now }));
